/* @prefix@.h: dynamics of the robot '@robot@', written by dynid @version@.
 * C99, no memory allocation, no dependency but math.h.
 *
 *   cc -std=c99 -O2 @prefix@.c main.c -lm -o self_test && ./self_test
 *
 * SI units, radians. Order of q, qd, qdd, tau: @order@.
 * tau = M(q) qdd + C(q, qd) qd + gravity(q) + friction(qd); springs and constant offsets count to gravity, rotor inertias
 * to M (row by row). The parameters are the tables at the top of @prefix@.c. No function keeps anything between calls.
@loops@
@gears@ * Values:
@notes@
 */
#ifndef @PREFIX@_H
#define @PREFIX@_H

#ifdef __cplusplus
extern "C" {
#endif

@sizes@

@functions@

#ifdef __cplusplus
}
#endif

#endif
