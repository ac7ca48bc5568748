/* See @prefix@_fb.h. */
#include "@prefix@_fb.h"

void @prefix@_fb_call(@prefix@_fb *fb)
{
    double tau[@PREFIX@_N];
    int i, failed = 0;
    if (!fb->started) {
@begin@        fb->started = 1;
    }
@call@    fb->error = (int16_t)(failed != 0);
    for (i = 0; i < @PREFIX@_N && !failed; i++)
        fb->tau[i] = tau[i];
}
