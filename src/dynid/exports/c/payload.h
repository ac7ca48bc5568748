
/* What the robot carries, sample by sample, in the frame '@frame@' of '@body@'. Samples come @rate@ times a second; the
 * estimate is late by @lag@ s, positions and torques alike. No function allocates memory; each takes a bounded time.
 *
 *   @prefix@_payload s;
 *   @prefix@_payload_start(&s);
 *   @prefix@_payload_push(&s, q, tau);                   at every sample (after a gap: @prefix@_payload_start again)
 *   if (@prefix@_payload_value(&s, &load) == 0) ...      whenever it is wanted, say each second
 *
 * Forces that do not fit count less, and are left out where they do not fit at all: `contact` (of the last row). After
 * @lasts@ s of contact the load is taken for another, and weighing begins anew; @prefix@_payload_restart does that at
 * once. push_motion takes velocities and accelerations as they are, without a window. */
typedef struct {
    double window[@window@][@N@], torques[@window@][@N@];       /* the last samples, in a ring */
    double W[@N@][@K@], torque[@N@], slowest[@N@];              /* of the row that is collected */
    double fastest[@N@], variance[@N@];
    double z[@M@], sums[@M@][@M@], X[@M@][@K@], x[@M@], G[@M@][@M@];
    int filled, next, in_row, rows, in_touch, contact, contacts, restarts;
} @prefix@_payload;

/* mass [kg], centre [m]; inertia Ixx, Ixy, Iyy, Ixz, Iyz, Izz about the centre [kg m^2], of a body that can exist; of mass
 * and centre the standard deviations and 95 % intervals */
typedef struct {
    double mass, com[3], inertia[6], deviation[4], low[4], high[4];
    int contact;
} @prefix@_load;

void @prefix@_payload_start(@prefix@_payload *s);
void @prefix@_payload_restart(@prefix@_payload *s);
void @prefix@_payload_push(@prefix@_payload *s, const double q[@N@], const double tau[@N@]);
void @prefix@_payload_push_motion(@prefix@_payload *s, const double q[@N@], const double qd[@N@],
                                  const double qdd[@N@], const double tau[@N@]);
int @prefix@_payload_value(@prefix@_payload *s, @prefix@_load *load); /* 1: nothing is known yet */
