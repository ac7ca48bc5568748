// The colours of dynid/plotting.py, for what Python gives none: a test compares them.

export const GROUND = "#8a94a3",
  WRONG = "#b92f42";
export const SHADES = ["#2286f6", "#b0570e", "#138b69", "#895dbd", "#bf384e", "#bd991b", "#1dbadc", "#c671aa"];

/** Of a body, by its number; 0 is the ground. */
export const shadeOf = body => (body ? SHADES[(body - 1) % SHADES.length] : GROUND);
