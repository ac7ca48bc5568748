/* ---- closing the loops, in world coordinates; row BODIES of every array is the ground ---- */

typedef struct {
    double R[BODIES + 1][9], o[BODIES + 1][3], s[BODIES + 1][3]; /* rotation, origin, joint axis of every body */
} World;

static void place_in_world(const Pose *pose, World *world)
{
    int i, j, k;
    for (k = 0; k < 9; k++)
        world->R[GROUND][k] = k % 4 == 0 ? 1.0 : 0.0;
    for (k = 0; k < 3; k++)
        world->o[GROUND][k] = world->s[GROUND][k] = 0.0;
    for (i = 0; i < BODIES; i++) {
        const double *P = world->R[PARENT[i]], *R = pose->R[i];
        for (j = 0; j < 3; j++)
            for (k = 0; k < 3; k++)
                world->R[i][3 * j + k] = P[3 * j] * R[k] + P[3 * j + 1] * R[3 + k] + P[3 * j + 2] * R[6 + k];
        rotate(P, pose->r[i], world->o[i]);
        for (k = 0; k < 3; k++)
            world->o[i][k] += world->o[PARENT[i]][k];
        rotate(world->R[i], AXIS[i], world->s[i]);
    }
}

/* A = dphi/dq, first the columns of the dependent coordinates (factored in place: Q R), then those of the actuated;
 * J keeps the former as they were */
typedef struct {
    double A[ROWS][COORDINATES], J[ROWS][DEPENDENT], reflector[QR_SIZE], beta[DEPENDENT], diagonal[DEPENDENT];
} Factors;

/* u . (s_j x lever) or u . s_j: how joint j moves row i, for the point (or the vector) d in body b */
static double influence(int i, int j, const World *world, const double u[3], const double d[3])
{
    double lever[3], moved[3] = {0.0, 0.0, 0.0};
    int k;
    if (KIND[j] != REVOLUTE)
        return KIND[j] == PRISMATIC && ROW_KIND[i] == TRANSLATION ? dot(u, world->s[j]) : 0.0;
    for (k = 0; k < 3; k++)
        lever[k] = d[k] - (ROW_KIND[i] == TRANSLATION ? world->o[j][k] : 0.0);
    add_cross(world->s[j], lever, moved);
    return dot(u, moved);
}

/* The closure equations and their Jacobian:
 * translation  phi = u . (P_b - P_a),   rotation  phi = u . v_b,   coupling  phi = q_a - (c0 + c1 q_b + ...) */
static void closure(const World *world, const double *q, double phi[ROWS], double A[ROWS][COORDINATES])
{
    double u[3], d[3], at[3];
    int i, j, k;
    for (i = 0; i < ROWS; i++) {
        const int a = END_A[i], b = END_B[i];
        for (k = 0; k < COORDINATES; k++)
            A[i][k] = 0.0;
        if (ROW_KIND[i] == COUPLING) {
            double value = POLYNOMIAL[i][DEGREE], slope = 0.0;
            for (k = DEGREE - 1; k >= 0; k--) {
                slope = slope * q[b] + value;
                value = value * q[b] + POLYNOMIAL[i][k];
            }
            phi[i] = q[a] - value;
            A[i][COLUMN[a]] = 1.0;
            A[i][COLUMN[b]] = -slope;
            continue;
        }
        rotate(world->R[a], DIRECTION_A[i], u);
        rotate(world->R[b], VECTOR_B[i], d);
        phi[i] = 0.0;
        if (ROW_KIND[i] == TRANSLATION) {
            rotate(world->R[a], POINT_A[i], at);
            for (k = 0; k < 3; k++) {
                d[k] += world->o[b][k];
                phi[i] += u[k] * (d[k] - at[k] - world->o[a][k]);
            }
        } else {
            phi[i] = dot(u, d);
        }
        /* joints below both ends come twice, with both signs: they cancel exactly */
        for (j = b; j != GROUND; j = PARENT[j])
            if (KIND[j] != FIXED)
                A[i][COLUMN[COORDINATE[j]]] += influence(i, j, world, u, d);
        for (j = a; j != GROUND; j = PARENT[j])
            if (KIND[j] != FIXED)
                A[i][COLUMN[COORDINATE[j]]] -= influence(i, j, world, u, d);
    }
}

/* b -= v beta (v . b), for the entries of b in the rows of reflection k */
static void reflect(const Factors *Q, int k, double *b, int stride)
{
    double sum = 0.0;
    int e;
    for (e = QR_ROW_START[k]; e < QR_ROW_START[k + 1]; e++)
        sum += Q->reflector[e] * b[stride * QR_ROWS[e]];
    sum *= Q->beta[k];
    for (e = QR_ROW_START[k]; e < QR_ROW_START[k + 1]; e++)
        b[stride * QR_ROWS[e]] -= Q->reflector[e] * sum;
}

/* Householder's Q R of the dependent columns, only where the pattern of the loops has entries */
static void factor(Factors *Q)
{
    int k, e;
    for (k = 0; k < DEPENDENT; k++) {
        const int first = QR_ROW_START[k];
        double square = 0.0, alpha, x;
        for (e = first; e < QR_ROW_START[k + 1]; e++) {
            Q->reflector[e] = Q->A[QR_ROWS[e]][k];
            square += Q->reflector[e] * Q->reflector[e];
        }
        x = Q->reflector[first];
        alpha = x < 0.0 ? sqrt(square) : -sqrt(square);
        Q->reflector[first] = x - alpha;
        Q->beta[k] = square > 0.0 ? -1.0 / (alpha * (x - alpha)) : 0.0;
        Q->diagonal[k] = alpha;
        for (e = QR_COLUMN_START[k]; e < QR_COLUMN_START[k + 1]; e++)
            reflect(Q, k, &Q->A[0][QR_COLUMNS[e]], COORDINATES);
    }
}

/* x (in the order of SOLVED) that solves, or solves in the sense of least squares, A_d x = b; b is used up */
static void solve(const Factors *Q, double b[ROWS], double x[DEPENDENT])
{
    int k, e;
    for (k = 0; k < DEPENDENT; k++)
        reflect(Q, k, b, 1);
    for (k = DEPENDENT - 1; k >= 0; k--) {
        const int row = QR_ROWS[QR_ROW_START[k]];
        x[k] = b[row];
        for (e = QR_COLUMN_START[k]; e < QR_COLUMN_START[k + 1]; e++)
            x[k] -= Q->A[row][QR_COLUMNS[e]] * x[QR_COLUMNS[e]];
        x[k] /= Q->diagonal[k];
    }
}

static void keep_dependent(double A[ROWS][COORDINATES], double J[ROWS][DEPENDENT])
{
    int i, k;
    for (i = 0; i < ROWS; i++)
        for (k = 0; k < DEPENDENT; k++)
            J[i][k] = A[i][k];
}

/* Whether a singular pose, behind which another assembly begins, lies between the pose of `base` and that of Q.
 * A square system changes the sign of its determinant there, that of R; of a redundant one it is that of base' J. */
static int crossed(const Factors *Q, double base[ROWS][DEPENDENT])
{
    double B[DEPENDENT][DEPENDENT];
    int i, j, k, side = 1;
    if (ROWS == DEPENDENT) {
        for (k = 0; k < DEPENDENT; k++)
            side = Q->diagonal[k] > 0.0 ? side : -side;
        return side != HOME_SIDE;
    }
    for (i = 0; i < DEPENDENT; i++)
        for (j = 0; j < DEPENDENT; j++) {
            B[i][j] = 0.0;
            for (k = 0; k < ROWS; k++)
                B[i][j] += base[k][i] * Q->J[k][j];
        }
    for (k = 0; k < DEPENDENT; k++) { /* Gauss, with exchanges of rows */
        int pivot = k;
        for (i = k + 1; i < DEPENDENT; i++)
            pivot = fabs(B[i][k]) > fabs(B[pivot][k]) ? i : pivot;
        for (j = k; j < DEPENDENT && pivot != k; j++) {
            const double b = B[k][j];
            B[k][j] = B[pivot][j];
            B[pivot][j] = b;
        }
        if (B[k][k] == 0.0)
            return 1;
        side = (pivot != k) != (B[k][k] < 0.0) ? -side : side;
        for (i = k + 1; i < DEPENDENT; i++)
            for (j = DEPENDENT - 1; j >= k; j--)
                B[i][j] -= B[i][k] / B[k][k] * B[k][j];
    }
    return side < 0;
}

/* Newton on the dependent coordinates; 0 where it converges at once and in small steps, else it may be on its way to
 * another assembly and 1 is returned */
static int newton(double q[COORDINATES], Factors *Q)
{
    double phi[ROWS], x[DEPENDENT], before = HUGE_VAL;
    Pose pose;
    World world;
    int iteration, k;
    for (iteration = 0; iteration < 20; iteration++) {
        double step = 0.0;
        place_bodies(q, &pose);
        place_in_world(&pose, &world);
        closure(&world, q, phi, Q->A);
        if (ROWS > DEPENDENT)
            keep_dependent(Q->A, Q->J);
        factor(Q);
        solve(Q, phi, x);
        for (k = 0; k < DEPENDENT; k++)
            if (!(fabs(x[k]) * STEP_SCALE[k] <= step))
                step = fabs(x[k]) * STEP_SCALE[k];
        if (!(step <= 0.25) || (step > 0.5 * before && step > 1e-9))
            return 1;
        for (k = 0; k < DEPENDENT; k++)
            q[SOLVED[k]] -= x[k];
        if (step <= 1e-13 || step > 0.5 * before)
            return 0;
        before = step;
    }
    return 1;
}

/* J of a pose */
static void jacobian(const double q[COORDINATES], Factors *Q, double J[ROWS][DEPENDENT])
{
    double phi[ROWS];
    Pose pose;
    World world;
    place_bodies(q, &pose);
    place_in_world(&pose, &world);
    closure(&world, q, phi, Q->A);
    keep_dependent(Q->A, J);
}

/* Carry a closed pose to the actuated coordinates q along a straight line, in smaller steps where one is too long;
 * 1 where it cannot be carried there */
static int carry(double pose[COORDINATES], const double q[N], Factors *Q)
{
    double from[N], trial[COORDINATES], base[ROWS][DEPENDENT], done = 0.0, stride = 1.0;
    int i, k;
    for (i = 0; i < N; i++)
        from[i] = pose[ACTUATED[i]];
    if (ROWS > DEPENDENT)
        jacobian(pose, Q, base);
    while (done < 1.0) {
        const double next = done + stride < 1.0 ? done + stride : 1.0;
        for (i = 0; i < COORDINATES; i++)
            trial[i] = pose[i];
        for (i = 0; i < N; i++)
            trial[ACTUATED[i]] = next < 1.0 ? from[i] + next * (q[i] - from[i]) : q[i];
        if (newton(trial, Q) == 0 && !crossed(Q, base)) {
            for (i = 0; i < COORDINATES; i++)
                pose[i] = trial[i];
            for (i = 0; i < ROWS && ROWS > DEPENDENT; i++)
                for (k = 0; k < DEPENDENT; k++)
                    base[i][k] = Q->J[i][k];
            done = next;
            stride *= 2.0;
        } else {
            stride *= 0.5;
            if (stride < 1e-5)
                return 1;
        }
    }
    return 0;
}

/* Close the loops at q: from the pose of the last call, else from the home pose */
static int close_loops(double state[COORDINATES], const double q[N], Factors *Q)
{
    double pose[COORDINATES];
    int i, attempt;
    for (attempt = 0; attempt < 2; attempt++) {
        for (i = 0; i < COORDINATES; i++)
            pose[i] = attempt == 0 ? state[i] : HOME[i];
        if (carry(pose, q, Q) == 0) {
            for (i = 0; i < COORDINATES; i++)
                state[i] = pose[i];
            return 0;
        }
    }
    return 1;
}

/* G = dq/dq_actuated (COORDINATES x N): X = -A_d^-1 A_i for the dependent ones */
static void gains(const Factors *Q, double G[COORDINATES][N])
{
    double b[ROWS], x[DEPENDENT];
    int i, k;
    for (i = 0; i < N; i++) {
        for (k = 0; k < ROWS; k++)
            b[k] = -Q->A[k][DEPENDENT + i];
        solve(Q, b, x);
        for (k = 0; k < N; k++)
            G[ACTUATED[k]][i] = i == k ? 1.0 : 0.0;
        for (k = 0; k < DEPENDENT; k++)
            G[SOLVED[k]][i] = x[k];
    }
}

/* The second derivative of a vector a fixed in a body: out = dw x a + w x (w x a), and its first: rate = w x a */
static void turn_vector(const double w[3], const double dw[3], const double a[3], double rate[3], double out[3])
{
    int k;
    for (k = 0; k < 3; k++)
        rate[k] = out[k] = 0.0;
    add_cross(w, a, rate);
    add_cross(dw, a, out);
    add_cross(w, rate, out);
}

/* b = d^2 phi / dt^2 for qdd = 0 */
static void closure_bias(const World *world, const double *q, const double *v, double b[ROWS])
{
    double w[BODIES + 1][3], dw[BODIES + 1][3], vo[BODIES + 1][3], ao[BODIES + 1][3];
    int i, k;
    for (k = 0; k < 3; k++)
        w[GROUND][k] = dw[GROUND][k] = vo[GROUND][k] = ao[GROUND][k] = 0.0;
    for (i = 0; i < BODIES; i++) {
        const int p = PARENT[i];
        double r[3], rate[3], second[3];
        for (k = 0; k < 3; k++)
            r[k] = world->o[i][k] - world->o[p][k];
        turn_vector(w[p], dw[p], r, rate, second);
        for (k = 0; k < 3; k++) {
            w[i][k] = w[p][k];
            dw[i][k] = dw[p][k];
            vo[i][k] = vo[p][k] + rate[k];
            ao[i][k] = ao[p][k] + second[k];
        }
        if (KIND[i] != FIXED) {
            const double speed = v[COORDINATE[i]];
            double along[3];
            for (k = 0; k < 3; k++)
                along[k] = world->s[i][k] * speed;
            if (KIND[i] == REVOLUTE) {
                add_cross(w[p], along, dw[i]);
                for (k = 0; k < 3; k++)
                    w[i][k] += along[k];
            } else {
                add_cross(w[p], along, ao[i]);
                add_cross(w[p], along, ao[i]);
                for (k = 0; k < 3; k++)
                    vo[i][k] += along[k];
            }
        }
    }
    for (i = 0; i < ROWS; i++) {
        const int ea = END_A[i], eb = END_B[i];
        double u[3], du[3], ddu[3], d[3], dd[3], ddd[3], at[3], dat[3], ddat[3];
        if (ROW_KIND[i] == COUPLING) {
            double curve = 0.0;
            for (k = DEGREE; k > 1; k--)
                curve = curve * q[eb] + k * (k - 1) * POLYNOMIAL[i][k];
            b[i] = -curve * v[eb] * v[eb];
            continue;
        }
        rotate(world->R[ea], DIRECTION_A[i], u);
        rotate(world->R[eb], VECTOR_B[i], d);
        turn_vector(w[ea], dw[ea], u, du, ddu);
        turn_vector(w[eb], dw[eb], d, dd, ddd);
        if (ROW_KIND[i] == TRANSLATION) {
            rotate(world->R[ea], POINT_A[i], at);
            turn_vector(w[ea], dw[ea], at, dat, ddat);
            for (k = 0; k < 3; k++) {
                d[k] += world->o[eb][k] - at[k] - world->o[ea][k];
                dd[k] += vo[eb][k] - dat[k] - vo[ea][k];
                ddd[k] += ao[eb][k] - ddat[k] - ao[ea][k];
            }
        }
        /* (u . d)'' = u'' . d + 2 u' . d' + u . d'' */
        b[i] = dot(ddu, d) + 2.0 * dot(du, dd) + dot(u, ddd);
    }
}

/* tau = G' f */
static void project(double G[COORDINATES][N], const double f[COORDINATES], double tau[N])
{
    int i, k;
    for (i = 0; i < N; i++) {
        tau[i] = 0.0;
        for (k = 0; k < COORDINATES; k++)
            tau[i] += G[k][i] * f[k];
    }
}

/* out = G a */
static void spread(double G[COORDINATES][N], const double a[N], double out[COORDINATES])
{
    int i, k;
    for (k = 0; k < COORDINATES; k++) {
        out[k] = 0.0;
        for (i = 0; i < N; i++)
            out[k] += G[k][i] * a[i];
    }
}

/* ---- what the header promises ---- */

void @prefix@_start(double state[COORDINATES])
{
    int i;
    for (i = 0; i < COORDINATES; i++)
        state[i] = HOME[i];
}

int @prefix@_inverse_dynamics(@memory@double state[COORDINATES], const double q[N], const double qd[N], const double qdd[N], double tau[N])
{
    double G[COORDINATES][N], v[COORDINATES], a[COORDINATES], f[COORDINATES], b[ROWS], x[DEPENDENT];
    Factors Q;
    Pose pose;
    World world;
    int k;
    if (close_loops(state, q, &Q) != 0)
        return 1;
    gains(&Q, G);
    spread(G, qd, v);
    spread(G, qdd, a);
    place_bodies(state, &pose);
    place_in_world(&pose, &world);
    closure_bias(&world, state, v, b);
    solve(&Q, b, x); /* qdd_d = X qdd_i - A_d^-1 (dA/dt qd) */
    for (k = 0; k < DEPENDENT; k++)
        a[SOLVED[k]] -= x[k];
    newton_euler(&pose, v, a, GRAVITY, f);
@gears@    add_rotors(a, f);
    add_friction_forces(state, v, f);
    add_springs(state, f);
    project(G, f, tau);
    return 0;
}

int @prefix@_mass_matrix(double state[COORDINATES], const double q[N], double M[N * N])
{
    double G[COORDINATES][N], whole[COORDINATES][COORDINATES], f[COORDINATES], column[N];
    Factors Q;
    Pose pose;
    int i, j, k;
    if (close_loops(state, q, &Q) != 0)
        return 1;
    gains(&Q, G);
    place_bodies(state, &pose);
    mass_of_all_joints(&pose, whole);
    for (j = 0; j < N; j++) { /* G' M G, column by column */
        for (i = 0; i < COORDINATES; i++) {
            f[i] = 0.0;
            for (k = 0; k < COORDINATES; k++)
                f[i] += whole[i][k] * G[k][j];
        }
        project(G, f, column);
        for (i = 0; i < N; i++)
            M[N * i + j] = column[i];
    }
    return 0;
}

int @prefix@_gravity(double state[COORDINATES], const double q[N], double tau[N])
{
    static const double still[COORDINATES];
    double G[COORDINATES][N], f[COORDINATES];
    Factors Q;
    Pose pose;
    if (close_loops(state, q, &Q) != 0)
        return 1;
    gains(&Q, G);
    place_bodies(state, &pose);
    newton_euler(&pose, still, still, GRAVITY, f);
@tilt@    add_springs(state, f);
    project(G, f, tau);
    return 0;
}

int @prefix@_friction(double state[COORDINATES], const double q[N], const double qd[N], double tau[N])
{
    double G[COORDINATES][N], v[COORDINATES], f[COORDINATES];
    Factors Q;
    int k;
    if (close_loops(state, q, &Q) != 0)
        return 1;
    gains(&Q, G);
    spread(G, qd, v);
    for (k = 0; k < COORDINATES; k++)
        f[k] = 0.0;
    add_friction_forces(state, v, f);
    project(G, f, tau);
    return 0;
}
@wind@