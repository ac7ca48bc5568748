// The server's answers; what it refuses becomes an Error with its sentence.

let base = ".";
export const at = address => {
  base = address;
};
export const address = path => `${base}/${path}`;

async function answered(response) {
  let content = null;
  try {
    content = await response.json();
  } catch {
    /* told below */
  }
  if (response.ok && content !== null) return content;
  throw Object.assign(new Error(content?.error || `the studio answered ${response.status}`), {
    exists: content?.exists,
  });
}

const lost = () => {
  throw new Error(
    "the studio does not answer: is it still running? Start it again with 'dynid studio' and open the address that it prints.",
  );
};

export const get = (path, query = {}) =>
  fetch(address(`api/${path}${Object.keys(query).length ? `?${new URLSearchParams(query)}` : ""}`))
    .catch(lost)
    .then(answered);

export const post = (path, content = {}) =>
  fetch(address(`api/${path}`), { method: "POST", body: JSON.stringify(content) })
    .catch(lost)
    .then(answered);

export const upload = (file, replace = false) =>
  fetch(address(`api/upload?${new URLSearchParams({ name: file.name, replace: replace ? "1" : "0" })}`), {
    method: "POST",
    body: file,
  })
    .catch(lost)
    .then(answered);
