/* FMI 3.0 around @prefix@.c: Model Exchange and Co-Simulation.
 *
 *   plant        tau -> q, qd, qdd          M(q) qdd = tau - (C(q, qd) qd + gravity + friction)
 *   feed-forward q_ref, qd_ref, qdd_ref -> tau_ref
 *
 * Memory is taken once, when an instance is made. */
#include "@prefix@.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

enum { N = @PREFIX@_N, OK = 0, ERROR = 3 };
/* value references, as in modelDescription.xml; each is an array of N */
enum { TIME, TAU, Q, QD, Q_DOT, QDD, Q_REF, QD_REF, QDD_REF, TAU_REF, REFERENCES };
static const double STEP = @step@; /* s: largest of the Runge-Kutta steps of Co-Simulation */
static const char TOKEN[] = "@token@";
static const double START[N] = {@start@};

typedef struct {
    double x[REFERENCES][N]; /* by value reference */
    double time;
    double plant[@STATE@], feed[@STATE@]; /* closed poses of the loops */
} Model;

static void reset(Model *m)
{
    memset(m, 0, sizeof *m);
    memcpy(m->x[Q], START, sizeof START);
    memcpy(m->x[Q_REF], START, sizeof START);
    @begin@
}

/* A = L L', A x = b in place; 0 where A is positive definite */
static int solve(double A[N * N], double b[N])
{
    int i, j, k;
    for (i = 0; i < N; i++) {
        for (j = 0; j <= i; j++) {
            double s = A[i * N + j];
            for (k = 0; k < j; k++)
                s -= A[i * N + k] * A[j * N + k];
            if (i == j && !(s > 0.0))
                return 1;
            A[i * N + j] = i == j ? sqrt(s) : s / A[j * N + j];
        }
    }
    for (i = 0; i < N; i++) {
        for (k = 0; k < i; k++)
            b[i] -= A[i * N + k] * b[k];
        b[i] /= A[i * N + i];
    }
    for (i = N - 1; i >= 0; i--) {
        for (k = i + 1; k < N; k++)
            b[i] -= A[k * N + i] * b[k];
        b[i] /= A[i * N + i];
    }
    return 0;
}

static int accelerate(Model *m, const double q[N], const double qd[N], double qdd[N])
{
    static const double zero[N] = {0.0};
    double M[N * N], h[N];
    int i, failed = 0;
    @forward@
    for (i = 0; i < N; i++)
        qdd[i] = m->x[TAU][i] - h[i];
    return failed || solve(M, qdd);
}

static int feed_forward(Model *m)
{
    int failed = 0;
    @inverse@
    return failed;
}

/* classical Runge-Kutta of fourth order */
static int advance(Model *m, double h)
{
    static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double q[N], qd[N], v[N] = {0.0}, a[N] = {0.0}, dq[N] = {0.0}, dv[N] = {0.0};
    int k, i;
    for (k = 0; k < 4; k++) {
        for (i = 0; i < N; i++) {
            q[i] = m->x[Q][i] + h * at[k] * v[i];
            qd[i] = m->x[QD][i] + h * at[k] * a[i];
        }
        memcpy(v, qd, sizeof v);
        if (accelerate(m, q, qd, a))
            return 1;
        for (i = 0; i < N; i++) {
            dq[i] += weight[k] * v[i] / 6.0;
            dv[i] += weight[k] * a[i] / 6.0;
        }
    }
    for (i = 0; i < N; i++) {
        m->x[Q][i] += h * dq[i];
        m->x[QD][i] += h * dv[i];
    }
    m->time += h;
    return 0;
}

static Model *instantiate(const char *token)
{
    Model *m = token && !strcmp(token, TOKEN) ? malloc(sizeof *m) : NULL;
    if (m)
        reset(m);
    return m;
}

EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

EXPORT void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *path, bool visible,
                                          bool logging, void *environment, void *log)
{
    (void)name, (void)path, (void)visible, (void)logging, (void)environment, (void)log;
    return instantiate(token);
}

EXPORT void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *path, bool visible,
                                         bool logging, bool events, bool early, const uint32_t required[],
                                         size_t count, void *environment, void *log, void *update)
{
    (void)name, (void)path, (void)visible, (void)logging, (void)events, (void)early, (void)required, (void)count;
    (void)environment, (void)log, (void)update;
    return instantiate(token);
}

EXPORT void fmi3FreeInstance(void *instance) { free(instance); }

EXPORT int fmi3EnterInitializationMode(void *instance, bool given, double tolerance, double start, bool ends,
                                       double stop)
{
    (void)given, (void)tolerance, (void)ends, (void)stop;
    ((Model *)instance)->time = start;
    return OK;
}

EXPORT int fmi3Reset(void *instance)
{
    reset(instance);
    return OK;
}

EXPORT int fmi3SetFloat64(void *instance, const uint32_t of[], size_t count, const double values[], size_t size)
{
    Model *m = instance;
    size_t k;
    if (size != count * N)
        return ERROR;
    for (k = 0; k < count; k++) {
        if (of[k] == TIME || of[k] >= REFERENCES)
            return ERROR;
        memcpy(m->x[of[k]], values + k * N, sizeof m->x[0]);
    }
    return OK;
}

EXPORT int fmi3GetFloat64(void *instance, const uint32_t of[], size_t count, double values[], size_t size)
{
    Model *m = instance;
    size_t k, done = 0;
    for (k = 0; k < count; k++) {
        size_t n = of[k] == TIME ? 1 : N;
        if (of[k] >= REFERENCES || done + n > size)
            return ERROR;
        if (of[k] == QDD && accelerate(m, m->x[Q], m->x[QD], m->x[QDD]))
            return ERROR;
        if (of[k] == TAU_REF && feed_forward(m))
            return ERROR;
        memcpy(values + done, of[k] == TIME ? &m->time : m->x[of[k] == Q_DOT ? QD : of[k]], n * sizeof(double));
        done += n;
    }
    return done == size ? OK : ERROR;
}

EXPORT int fmi3SetTime(void *instance, double time)
{
    ((Model *)instance)->time = time;
    return OK;
}

EXPORT int fmi3GetNumberOfContinuousStates(void *instance, size_t *count)
{
    (void)instance;
    *count = 2 * N;
    return OK;
}

EXPORT int fmi3GetNumberOfEventIndicators(void *instance, size_t *count)
{
    (void)instance;
    *count = 0;
    return OK;
}

EXPORT int fmi3GetContinuousStates(void *instance, double x[], size_t count)
{
    Model *m = instance;
    if (count != 2 * N)
        return ERROR;
    memcpy(x, m->x[Q], sizeof m->x[Q]);
    memcpy(x + N, m->x[QD], sizeof m->x[QD]);
    return OK;
}

EXPORT int fmi3SetContinuousStates(void *instance, const double x[], size_t count)
{
    Model *m = instance;
    if (count != 2 * N)
        return ERROR;
    memcpy(m->x[Q], x, sizeof m->x[Q]);
    memcpy(m->x[QD], x + N, sizeof m->x[QD]);
    return OK;
}

EXPORT int fmi3GetContinuousStateDerivatives(void *instance, double dx[], size_t count)
{
    Model *m = instance;
    if (count != 2 * N)
        return ERROR;
    memcpy(dx, m->x[QD], sizeof m->x[QD]);
    return accelerate(m, m->x[Q], m->x[QD], dx + N) ? ERROR : OK;
}

EXPORT int fmi3GetNominalsOfContinuousStates(void *instance, double nominals[], size_t count)
{
    size_t k;
    (void)instance;
    for (k = 0; k < count; k++)
        nominals[k] = 1.0;
    return OK;
}

EXPORT int fmi3GetEventIndicators(void *instance, double z[], size_t count)
{
    (void)instance, (void)z;
    return count ? ERROR : OK;
}

EXPORT int fmi3CompletedIntegratorStep(void *instance, bool no_set, bool *enter, bool *terminate)
{
    (void)instance, (void)no_set;
    *enter = *terminate = false;
    return OK;
}

EXPORT int fmi3UpdateDiscreteStates(void *instance, bool *again, bool *terminate, bool *nominals, bool *states,
                                    bool *defined, double *next)
{
    (void)instance;
    *again = *terminate = *nominals = *states = *defined = false;
    *next = 0.0;
    return OK;
}

EXPORT int fmi3DoStep(void *instance, double time, double length, bool no_set, bool *event, bool *terminate,
                      bool *early, double *last)
{
    Model *m = instance;
    long k, count = (long)ceil(length / STEP - 1e-9);
    (void)no_set;
    *event = *terminate = *early = false;
    for (k = 0; k < count; k++)
        if (advance(m, length / (double)count))
            return ERROR;
    m->time = *last = time + length;
    return OK;
}

/* what only changes the mode, and what this FMU does not have */
#define MODE(name) EXPORT int fmi3##name(void *instance) { (void)instance; return OK; }
#define NONE(name) EXPORT int fmi3##name(void *instance) { (void)instance; return ERROR; }
MODE(ExitInitializationMode) MODE(EnterEventMode) MODE(EnterContinuousTimeMode) MODE(EnterStepMode)
MODE(Terminate) MODE(SetDebugLogging)
NONE(EnterConfigurationMode) NONE(ExitConfigurationMode) NONE(EvaluateDiscreteStates)
NONE(GetFloat32) NONE(GetInt8) NONE(GetUInt8) NONE(GetInt16) NONE(GetUInt16) NONE(GetInt32) NONE(GetUInt32)
NONE(GetInt64) NONE(GetUInt64) NONE(GetBoolean) NONE(GetString) NONE(GetBinary) NONE(GetClock)
NONE(SetFloat32) NONE(SetInt8) NONE(SetUInt8) NONE(SetInt16) NONE(SetUInt16) NONE(SetInt32) NONE(SetUInt32)
NONE(SetInt64) NONE(SetUInt64) NONE(SetBoolean) NONE(SetString) NONE(SetBinary) NONE(SetClock)
NONE(GetNumberOfVariableDependencies) NONE(GetVariableDependencies) NONE(GetFMUState) NONE(SetFMUState)
NONE(FreeFMUState) NONE(SerializedFMUStateSize) NONE(SerializeFMUState) NONE(DeserializeFMUState)
NONE(GetDirectionalDerivative) NONE(GetAdjointDerivative) NONE(GetIntervalDecimal) NONE(GetIntervalFraction)
NONE(GetShiftDecimal) NONE(GetShiftFraction) NONE(SetIntervalDecimal) NONE(SetIntervalFraction)
NONE(SetShiftDecimal) NONE(SetShiftFraction) NONE(GetOutputDerivatives) NONE(ActivateModelPartition)
EXPORT void *fmi3InstantiateScheduledExecution(void) { return NULL; }
