"""A humanoid's lower leg: two motors in the shin move the ankle by cranks and rods."""

from __future__ import annotations


def ankle(friction: float = 0.0) -> str:
    """MJCF: knee, ankle pitch and roll; the cranks turn about y, the rods end in the foot."""
    sides = ""
    for side, y, z in (("left", 0.04, -0.12), ("right", -0.04, -0.2)):
        rod = -0.4 - z
        sides += f"""
      <body name="{side}_crank" pos="0.01 {y} {z}">
        <joint name="{side}_motor" axis="0 1 0" range="-1.2 1.2" damping=".05" armature=".004"
         frictionloss="{friction}"/>
        <inertial pos="-.02 0 0" mass=".06" diaginertia="1e-5 4e-5 4e-5"/>
        <body name="{side}_rod" pos="-.05 0 0">
          <joint name="{side}_rod_pitch" axis="0 1 0"/>
          <joint name="{side}_rod_roll" axis="1 0 0"/>
          <inertial pos="0 0 {rod / 2}" mass=".05" diaginertia="3e-4 3e-4 2e-6"/>
          <site name="{side}_end" pos="0 0 {rod}"/>
        </body>
      </body>"""
    return f"""<mujoco model="leg">
  <compiler angle="radian" autolimits="true"/>
  <worldbody>
    <body name="shin">
      <joint name="knee" axis="0 1 0" range="-1.5 1.5" damping=".2" armature=".02"/>
      <inertial pos="0 0 -.18" mass="2.4" diaginertia=".035 .035 .004"/>{sides}
      <body name="cross" pos="0 0 -.4">
        <joint name="ankle_pitch" axis="0 1 0" range="-.8 .6" damping=".01"/>
        <inertial pos="0 0 0" mass=".05" diaginertia="2e-5 2e-5 2e-5"/>
        <body name="foot">
          <joint name="ankle_roll" axis="1 0 0" range="-.4 .4" damping=".01"/>
          <inertial pos=".03 0 -.05" mass=".9" diaginertia=".0012 .004 .0045"/>
          <site name="left_heel" pos="-.04 .04 0"/>
          <site name="right_heel" pos="-.04 -.04 0"/>
        </body>
      </body>
    </body>
  </worldbody>
  <equality>
    <connect name="left" site1="left_end" site2="left_heel"/>
    <connect name="right" site1="right_end" site2="right_heel"/>
  </equality>
  <actuator><motor joint="knee" ctrlrange="-60 60"/><motor joint="left_motor" ctrlrange="-20 20"/>
    <motor joint="right_motor" ctrlrange="-20 20"/></actuator>
</mujoco>"""
