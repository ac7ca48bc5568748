/* What @Prefix@ calls: a function without memory, as Modelica wants it. */
#include "@prefix@.c"

extern void ModelicaError(const char *text);

void @prefix@_modelica(const double *q, const double *qd, const double *qdd, double *tau)
{
@begin@@call@}
