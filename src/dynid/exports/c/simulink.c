/* @prefix@_sfun.c: the dynamics of '@robot@' as a level-2 S-function of Simulink, by dynid @version@.
 *
 *   mex @prefix@_sfun.c @prefix@.c
 *
 * Three input ports q, qd, qdd and one output port tau, each of @N@ signals: SI units, radians. Order: @order@. */
#define S_FUNCTION_NAME @prefix@_sfun
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"

#include "@prefix@.h"

enum { N = @PREFIX@_N, PORTS = 3, WORK = @work@ };

static void mdlInitializeSizes(SimStruct *S)
{
    int k;
    ssSetNumSFcnParams(S, 0);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, PORTS) || !ssSetNumOutputPorts(S, 1))
        return;
    for (k = 0; k < PORTS; k++) {
        ssSetInputPortWidth(S, k, N);
        ssSetInputPortRequiredContiguous(S, k, 1);
        ssSetInputPortDirectFeedThrough(S, k, 1);
    }
    ssSetOutputPortWidth(S, 0, N);
    ssSetNumSampleTimes(S, 1);
    ssSetNumRWork(S, WORK);
}

static void mdlInitializeSampleTimes(SimStruct *S)
{
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S)
{
    @begin@
}

static void mdlOutputs(SimStruct *S, int_T tid)
{
    const real_T *q = ssGetInputPortRealSignal(S, 0);
    const real_T *qd = ssGetInputPortRealSignal(S, 1);
    const real_T *qdd = ssGetInputPortRealSignal(S, 2);
    real_T *tau = ssGetOutputPortRealSignal(S, 0);
    (void)tid;
@call@}

static void mdlTerminate(SimStruct *S)
{
    (void)S;
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
