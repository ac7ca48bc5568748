/* Prints the torques of one state of '@robot@', beside those that dynid computed for it. */
#include "@prefix@.h"

#include <math.h>
#include <stdio.h>

int main(void)
{
@motion@
    double tau[@PREFIX@_N], scale = 1e-300, worst = 0.0;
@state@@memory@    int i;
@call@
    for (i = 0; i < @PREFIX@_N; i++) {
        printf("tau[%d] = %.17g   dynid: %.17g\n", i, tau[i], expected[i]);
        scale = fmax(scale, fabs(expected[i]));
        worst = fmax(worst, fabs(tau[i] - expected[i]));
    }
    printf("largest difference, relative to the largest torque: %.1e\n", worst / scale);
    return worst <= @accepted@ * scale ? 0 : 1;
}
