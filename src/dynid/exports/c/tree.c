void @prefix@_inverse_dynamics(@memory@const double q[N], const double qd[N], const double qdd[N], double tau[N])
{
    double x[N], v[N], a[N], f[N];
    Pose pose;
    int i;
    for (i = 0; i < N; i++) {
        x[ACTUATED[i]] = q[i];
        v[ACTUATED[i]] = qd[i];
        a[ACTUATED[i]] = qdd[i];
    }
    place_bodies(x, &pose);
    newton_euler(&pose, v, a, GRAVITY, f);
@gears@    add_rotors(a, f);
    add_friction_forces(x, v, f);
    add_springs(x, f);
    for (i = 0; i < N; i++)
        tau[i] = f[ACTUATED[i]];
}

void @prefix@_mass_matrix(const double q[N], double M[N * N])
{
    double x[N], whole[COORDINATES][COORDINATES];
    Pose pose;
    int i, j;
    for (i = 0; i < N; i++)
        x[ACTUATED[i]] = q[i];
    place_bodies(x, &pose);
    mass_of_all_joints(&pose, whole);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            M[N * i + j] = whole[ACTUATED[i]][ACTUATED[j]];
}

void @prefix@_gravity(const double q[N], double tau[N])
{
    static const double still[N];
    double x[N], f[N];
    Pose pose;
    int i;
    for (i = 0; i < N; i++)
        x[ACTUATED[i]] = q[i];
    place_bodies(x, &pose);
    newton_euler(&pose, still, still, GRAVITY, f);
@tilt@    add_springs(x, f);
    for (i = 0; i < N; i++)
        tau[i] = f[ACTUATED[i]];
}

void @prefix@_friction(@position@const double qd[N], double tau[N])
{
    double x[N], v[N], f[N];
    int i;
    for (i = 0; i < N; i++) {
        x[ACTUATED[i]] = @place@;
        v[ACTUATED[i]] = qd[i];
        f[i] = 0.0;
    }
    add_friction_forces(x, v, f);
    for (i = 0; i < N; i++)
        tau[i] = f[ACTUATED[i]];
}
@wind@