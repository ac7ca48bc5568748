/* @prefix@_fb.h: the dynamics of '@robot@' as a function block of IEC 61131-3, by dynid @version@.
 *
 * C99, fixed memory (sizeof(@prefix@_fb)), no malloc, no recursion. The interface in Structured Text is @prefix@.st; the
 * members stand here in its order. SI units, radians. Order of the axes: @order@.
 *
 * In every cycle: set q, qd, qdd, call, read tau. error: 0, or 1 where the loops of the robot do not close, and then tau
 * keeps its last value. */
#ifndef @PREFIX@_FB_H
#define @PREFIX@_FB_H

#include "@prefix@.h"

#include <stdint.h>

typedef struct {
    /* VAR_INPUT */
    double q[@PREFIX@_N], qd[@PREFIX@_N], qdd[@PREFIX@_N];
    /* VAR_OUTPUT */
    double tau[@PREFIX@_N];
    int16_t error;
    /* VAR */
    int16_t started;
@members@} @prefix@_fb;

void @prefix@_fb_call(@prefix@_fb *fb);

#endif
