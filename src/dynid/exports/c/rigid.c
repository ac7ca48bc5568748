/* out = R a, for a rotation stored row by row */
static void rotate(const double R[9], const double a[3], double out[3])
{
    out[0] = R[0] * a[0] + R[1] * a[1] + R[2] * a[2];
    out[1] = R[3] * a[0] + R[4] * a[1] + R[5] * a[2];
    out[2] = R[6] * a[0] + R[7] * a[1] + R[8] * a[2];
}

/* out = R' a */
static void rotate_back(const double R[9], const double a[3], double out[3])
{
    out[0] = R[0] * a[0] + R[3] * a[1] + R[6] * a[2];
    out[1] = R[1] * a[0] + R[4] * a[1] + R[7] * a[2];
    out[2] = R[2] * a[0] + R[5] * a[1] + R[8] * a[2];
}

/* out += a x b */
static void add_cross(const double a[3], const double b[3], double out[3])
{
    out[0] += a[1] * b[2] - a[2] * b[1];
    out[1] += a[2] * b[0] - a[0] * b[2];
    out[2] += a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Rotation and origin of every body in its parent's frame, cosine and sine of its joint. */
typedef struct {
    double R[BODIES][9], r[BODIES][3], c[BODIES], s[BODIES];
} Pose;

/* R = M0 + M1 cos q + M2 sin q,  r = r0 + r1 q */
static void place_body(int i, double x, Pose *pose)
{
    const double *M = PLACEMENT[i], *r = ORIGIN[i], c = pose->c[i], s = pose->s[i];
    int k;
    for (k = 0; k < 9; k++)
        pose->R[i][k] = KIND[i] == REVOLUTE ? M[k] + M[9 + k] * c + M[18 + k] * s : M[k];
    for (k = 0; k < 3; k++)
        pose->r[i][k] = r[k] + r[3 + k] * x;
}

static void place_bodies(const double *q, Pose *pose)
{
    int i;
    for (i = 0; i < BODIES; i++) {
        const double x = KIND[i] == FIXED ? 0.0 : q[COORDINATE[i]];
        if (KIND[i] == REVOLUTE) {
            pose->c[i] = cos(x);
            pose->s[i] = sin(x);
        }
        place_body(i, x, pose);
    }
}

/* How every body moves, in its own frame: w, dw its angular velocity and acceleration, a the acceleration of its origin
 * (of free fall: the ground accelerates by -gravity). */
typedef struct {
    double w[BODIES + 1][3], dw[BODIES + 1][3], a[BODIES + 1][3];
} Moving;

static void move_bodies(const Pose *pose, const double *qd, const double *qdd, const double gravity[3], Moving *by)
{
    int i, k;
    for (k = 0; k < 3; k++) {
        by->w[GROUND][k] = by->dw[GROUND][k] = 0.0;
        by->a[GROUND][k] = -gravity[k];
    }
    for (i = 0; i < BODIES; i++) {
        const int p = PARENT[i];
        double *w = by->w[i], *dw = by->dw[i], *a = by->a[i];
        double at[3] = {by->a[p][0], by->a[p][1], by->a[p][2]}, turn[3] = {0.0, 0.0, 0.0};
        /* a = R' (a_p + dw_p x r + w_p x (w_p x r)) */
        add_cross(by->w[p], pose->r[i], turn);
        add_cross(by->dw[p], pose->r[i], at);
        add_cross(by->w[p], turn, at);
        rotate_back(pose->R[i], at, a);
        rotate_back(pose->R[i], by->w[p], w);
        rotate_back(pose->R[i], by->dw[p], dw);
        if (KIND[i] != FIXED) {
            const double v = qd[COORDINATE[i]], acceleration = qdd[COORDINATE[i]];
            const double along[3] = {AXIS[i][0] * v, AXIS[i][1] * v, AXIS[i][2] * v};
            if (KIND[i] == REVOLUTE) {
                add_cross(w, along, dw);
                for (k = 0; k < 3; k++) {
                    w[k] += along[k];
                    dw[k] += AXIS[i][k] * acceleration;
                }
            } else {
                add_cross(w, along, a);
                add_cross(w, along, a);
                for (k = 0; k < 3; k++)
                    a[k] += AXIS[i][k] * acceleration;
            }
        }
    }
}

/* The force F and the torque T that move body i with the ten parameters m:
 * F = m a + dw x h + w x (w x h),   T = I dw + w x (I w) + h x a */
static void wrench_of(const Moving *by, int i, const double m[10], double F[3], double T[3])
{
    const double *w = by->w[i], *dw = by->dw[i], *a = by->a[i], *h = m + 1;
    const double I[9] = {m[4], m[5], m[7], m[5], m[6], m[8], m[7], m[8], m[9]};
    double wh[3] = {0.0, 0.0, 0.0}, Iw[3];
    int k;
    for (k = 0; k < 3; k++)
        F[k] = m[0] * a[k];
    add_cross(dw, h, F);
    add_cross(w, h, wh);
    add_cross(w, wh, F);
    rotate(I, dw, T);
    rotate(I, w, Iw);
    add_cross(w, Iw, T);
    add_cross(h, a, T);
}

/* Newton and Euler: the forces f of all joints of the tree that drive the motion, without effects. */
static void newton_euler(const Pose *pose, const double *qd, const double *qdd, const double gravity[3], double *f)
{
    double F[BODIES + 1][3], T[BODIES + 1][3];
    Moving by;
    int i, k;
    move_bodies(pose, qd, qdd, gravity, &by);
    for (i = 0; i <= BODIES; i++)
        for (k = 0; k < 3; k++)
            F[i][k] = T[i][k] = 0.0;
    for (i = 0; i < BODIES; i++)
        if (GROUP[i] >= 0)
            wrench_of(&by, i, INERTIA[GROUP[i]], F[i], T[i]);
    for (i = BODIES - 1; i >= 0; i--) {
        const int p = PARENT[i];
        double up[3], turn[3];
        if (KIND[i] != FIXED)
            f[COORDINATE[i]] = dot(AXIS[i], KIND[i] == REVOLUTE ? T[i] : F[i]);
        rotate(pose->R[i], F[i], up);
        rotate(pose->R[i], T[i], turn);
        add_cross(pose->r[i], up, turn);
        for (k = 0; k < 3; k++) {
            F[p][k] += up[k];
            T[p][k] += turn[k];
        }
    }
}

/* Add the ten parameters m of a body, turned by R and moved to r, to those of the body that carries it:
 * h' = R h + m r,   I' = R I R' + (2 Rh . r + m r . r) 1 - Rh r' - r Rh' - m r r' */
static void add_inertia(const double m[10], const double R[9], const double r[3], double out[10])
{
    static const int AT[6][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}};
    const double I[9] = {m[4], m[5], m[7], m[5], m[6], m[8], m[7], m[8], m[9]};
    double h[3], RI[9], square;
    int i, j, k;
    rotate(R, m + 1, h);
    for (i = 0; i < 3; i++)
        rotate(I, R + 3 * i, RI + 3 * i); /* I is symmetric: the rows of R I */
    square = 2.0 * dot(h, r) + m[0] * dot(r, r);
    out[0] += m[0];
    for (k = 0; k < 3; k++)
        out[1 + k] += h[k] + m[0] * r[k];
    for (k = 0; k < 6; k++) {
        i = AT[k][0];
        j = AT[k][1];
        out[4 + k] += dot(RI + 3 * i, R + 3 * j) - h[i] * r[j] - r[i] * h[j] - m[0] * r[i] * r[j] + (i == j ? square : 0.0);
    }
}

/* The mass matrix of all joints of the tree, rotors included: every joint accelerates, by 1, what it carries as one
 * body, and every joint below it has to hold against that */
static void mass_of_all_joints(const Pose *pose, double M[COORDINATES][COORDINATES])
{
    double carried[BODIES + 1][10], unit[COORDINATES], f[COORDINATES];
    int i, j, k;
    for (i = 0; i <= BODIES; i++)
        for (k = 0; k < 10; k++)
            carried[i][k] = i < BODIES && GROUP[i] >= 0 ? INERTIA[GROUP[i]][k] : 0.0;
    for (i = BODIES - 1; i >= 0; i--)
        if (PARENT[i] != GROUND)
            add_inertia(carried[i], pose->R[i], pose->r[i], carried[PARENT[i]]);
    for (i = 0; i < COORDINATES; i++) {
        for (j = 0; j < COORDINATES; j++)
            M[i][j] = unit[j] = f[j] = 0.0;
        unit[i] = 1.0;
        add_rotors(unit, f);
        for (j = 0; j < COORDINATES; j++)
            M[i][j] = f[j];
    }
    for (i = 0; i < BODIES; i++) {
        const double *m = carried[i], *s = AXIS[i];
        const double I[9] = {m[4], m[5], m[7], m[5], m[6], m[8], m[7], m[8], m[9]};
        double F[3] = {0.0, 0.0, 0.0}, T[3] = {0.0, 0.0, 0.0}, up[3], turn[3];
        if (KIND[i] == FIXED)
            continue;
        if (KIND[i] == REVOLUTE) {
            add_cross(s, m + 1, F);
            rotate(I, s, T);
        } else {
            for (k = 0; k < 3; k++)
                F[k] = m[0] * s[k];
            add_cross(m + 1, s, T);
        }
        for (j = i;;) {
            if (KIND[j] != FIXED) {
                const double held = dot(AXIS[j], KIND[j] == REVOLUTE ? T : F);
                M[COORDINATE[i]][COORDINATE[j]] += held;
                if (j != i)
                    M[COORDINATE[j]][COORDINATE[i]] += held;
            }
            if (PARENT[j] == GROUND)
                break;
            rotate(pose->R[j], F, up);
            rotate(pose->R[j], T, turn);
            add_cross(pose->r[j], up, turn);
            for (k = 0; k < 3; k++) {
                F[k] = up[k];
                T[k] = turn[k];
            }
            j = PARENT[j];
        }
    }
}
