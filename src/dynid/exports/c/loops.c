/* ---- closing the loops, in world coordinates; row BODIES of every array is the ground ---- */

enum { ITERATIONS = 20, STEPS = 200 }; /* of Newton's method, and on the way to a pose: work is bounded */
static const double CLOSED = 1e-13; /* rad, or of the robot's size: a last step so small that what was computed before it holds */
static const double NEAR = 0.05; /* rad, or of the robot's size: steps that are foretold */

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
        for (j = 0; j < 9; j += 3) {
            const double x = P[j], y = P[j + 1], z = P[j + 2];
            world->R[i][j] = x * R[0] + y * R[3] + z * R[6];
            world->R[i][j + 1] = x * R[1] + y * R[4] + z * R[7];
            world->R[i][j + 2] = x * R[2] + y * R[5] + z * R[8];
        }
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

/* out = s_j x lever, or s_j: how fast joint j moves the point (or turns the vector) d of row i, at its unit rate */
static void influence(int i, int j, const World *world, const double d[3], double out[3])
{
    const double *s = world->s[j], *o = world->o[j];
    if (KIND[j] == REVOLUTE) {
        const double about = ROW_KIND[i] == TRANSLATION ? 1.0 : 0.0;
        const double x = d[0] - about * o[0], y = d[1] - about * o[1], z = d[2] - about * o[2];
        out[0] = s[1] * z - s[2] * y;
        out[1] = s[2] * x - s[0] * z;
        out[2] = s[0] * y - s[1] * x;
    } else {
        const double slides = KIND[j] == PRISMATIC && ROW_KIND[i] == TRANSLATION ? 1.0 : 0.0;
        out[0] = slides * s[0];
        out[1] = slides * s[1];
        out[2] = slides * s[2];
    }
}

/* The closure equations and their Jacobian:
 * translation  phi = u . (P_b - P_a),   rotation  phi = u . v_b,   coupling  phi = q_a - (c0 + c1 q_b + ...) */
static void closure(const World *world, const double *q, double phi[ROWS], double A[ROWS][COORDINATES])
{
    double u[3], d[3] = {0.0}, apart[3] = {0.0}, moved[BODIES][3];
    int i, j, k;
    UNROLL
    for (i = 0; i < ROWS; i++) {
        const int a = END_A[i], b = END_B[i];
        UNROLL
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
        if (!SAME_POINTS[i]) { /* else they are those of the row before */
            rotate(world->R[b], VECTOR_B[i], d);
            for (k = 0; k < 3; k++)
                apart[k] = d[k];
            if (ROW_KIND[i] == TRANSLATION) {
                double at[3];
                rotate(world->R[a], POINT_A[i], at);
                for (k = 0; k < 3; k++) {
                    d[k] += world->o[b][k];
                    apart[k] = d[k] - at[k] - world->o[a][k];
                }
            }
            for (j = b; j != GROUND; j = PARENT[j])
                influence(i, j, world, d, moved[j]);
            for (j = a; j != GROUND; j = PARENT[j])
                influence(i, j, world, d, moved[j]);
        }
        phi[i] = dot(u, apart);
        /* joints below both ends come twice, with both signs: they cancel exactly */
        for (j = b; j != GROUND; j = PARENT[j])
            if (KIND[j] != FIXED)
                A[i][COLUMN[COORDINATE[j]]] += dot(u, moved[j]);
        for (j = a; j != GROUND; j = PARENT[j])
            if (KIND[j] != FIXED)
                A[i][COLUMN[COORDINATE[j]]] -= dot(u, moved[j]);
    }
}

/* b -= v beta (v . b), for the entries of b in the rows of reflection k */
static void reflect(const Factors *Q, int k, double *b, int stride)
{
    double sum = 0.0;
    int e;
    UNROLL
    for (e = QR_ROW_START[k]; e < QR_ROW_START[k + 1]; e++)
        sum += Q->reflector[e] * b[stride * QR_ROWS[e]];
    sum *= Q->beta[k];
    UNROLL
    for (e = QR_ROW_START[k]; e < QR_ROW_START[k + 1]; e++)
        b[stride * QR_ROWS[e]] -= Q->reflector[e] * sum;
}

/* Householder's Q R of the dependent columns, only where the pattern of the loops has entries */
static void factor(Factors *Q)
{
    int k, e;
    UNROLL
    for (k = 0; k < DEPENDENT; k++) {
        const int first = QR_ROW_START[k];
        double square = 0.0, alpha, x;
        UNROLL
        for (e = first; e < QR_ROW_START[k + 1]; e++) {
            Q->reflector[e] = Q->A[QR_ROWS[e]][k];
            square += Q->reflector[e] * Q->reflector[e];
        }
        x = Q->reflector[first];
        alpha = x < 0.0 ? sqrt(square) : -sqrt(square);
        Q->reflector[first] = x - alpha;
        Q->beta[k] = square > 0.0 ? -1.0 / (alpha * (x - alpha)) : 0.0;
        Q->diagonal[k] = alpha;
        UNROLL
        for (e = QR_COLUMN_START[k]; e < QR_COLUMN_START[k + 1]; e++)
            reflect(Q, k, &Q->A[0][QR_COLUMNS[e]], COORDINATES);
    }
}

/* x (in the order of SOLVED) that solves, or solves in the sense of least squares, A_d x = b; b is used up */
static void solve(const Factors *Q, double b[ROWS], double x[DEPENDENT])
{
    int k, e;
    UNROLL
    for (k = 0; k < DEPENDENT; k++)
        reflect(Q, k, b, 1);
    UNROLL
    for (k = DEPENDENT - 1; k >= 0; k--) {
        const int row = QR_ROWS[QR_ROW_START[k]];
        x[k] = b[row];
        UNROLL
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

/* A pose of all coordinates, where its bodies are, and the factors of its loops */
typedef struct {
    double q[COORDINATES];
    Pose pose;
    World world;
    Factors Q;
} Closed;

static void place_all(Closed *at)
{
    place_bodies(at->q, &at->pose);
    place_in_world(&at->pose, &at->world);
}

/* The bodies after q -= x of the dependent coordinates; cosines and sines follow small steps by their series, to the
 * last digit */
static void step_by(Closed *at, const double x[DEPENDENT])
{
    double change[COORDINATES] = {0.0};
    int i, k;
    for (k = 0; k < DEPENDENT; k++)
        change[SOLVED[k]] = -x[k];
    for (i = 0; i < BODIES; i++) {
        const double d = KIND[i] == FIXED ? 0.0 : change[COORDINATE[i]], d2 = d * d;
        if (d == 0.0)
            continue;
        if (KIND[i] == REVOLUTE && fabs(d) < 0.01) {
            const double sine = d * (1.0 - d2 * (1.0 / 6.0 - d2 / 120.0));
            const double less = d2 * (0.5 - d2 * (1.0 / 24.0 - d2 / 720.0)); /* 1 - cos d */
            const double c = at->pose.c[i], s = at->pose.s[i];
            at->pose.c[i] = c - (c * less + s * sine);
            at->pose.s[i] = s - (s * less - c * sine);
        } else if (KIND[i] == REVOLUTE) {
            at->pose.c[i] = cos(at->q[COORDINATE[i]]);
            at->pose.s[i] = sin(at->q[COORDINATE[i]]);
        }
        place_body(i, at->q[COORDINATE[i]], &at->pose);
    }
    place_in_world(&at->pose, &at->world);
}

/* Newton on the dependent coordinates; 0 where it converges at once and in small steps, else it may be on its way to
 * another assembly and 1 is returned. The last step is so small that the factors and the places of the bodies before it
 * are those of the pose itself, as velocities and forces ask for them. */
static int newton(Closed *at)
{
    double phi[ROWS], x[DEPENDENT], before = HUGE_VAL;
    int iteration, k;
    place_all(at);
    for (iteration = 0; iteration < ITERATIONS; iteration++) {
        double step = 0.0;
        closure(&at->world, at->q, phi, at->Q.A);
        if (ROWS > DEPENDENT)
            keep_dependent(at->Q.A, at->Q.J);
        factor(&at->Q);
        solve(&at->Q, phi, x);
        for (k = 0; k < DEPENDENT; k++)
            if (!(fabs(x[k]) * STEP_SCALE[k] <= step))
                step = fabs(x[k]) * STEP_SCALE[k];
        if (!(step <= 0.25) || (step > 0.5 * before && step > 1e-9))
            return 1;
        for (k = 0; k < DEPENDENT; k++)
            at->q[SOLVED[k]] -= x[k];
        if (step <= CLOSED || step > 0.5 * before)
            return 0;
        step_by(at, x);
        before = step;
    }
    return 1;
}

/* Where a short step to q takes the dependent coordinates: q_d += X (q - pose), X = dq_d/dq in the middle of the step if
 * it is as the one before */
static void foretell(const double pose[COORDINATES], const double *X, const double q[N], double out[COORDINATES])
{
    double change[DEPENDENT];
    int i, k;
    for (k = 0; k < DEPENDENT; k++) {
        change[k] = 0.0;
        for (i = 0; i < N; i++)
            change[k] += X[N * k + i] * (q[i] - pose[ACTUATED[i]]);
        if (!(fabs(change[k]) * STEP_SCALE[k] <= NEAR))
            return;
    }
    for (k = 0; k < DEPENDENT; k++)
        out[SOLVED[k]] += change[k];
}

/* Carry a closed pose to the actuated coordinates q along a straight line, in smaller steps where one is too long;
 * 1 where it cannot be carried there. X: dq_d/dq on the way, or NULL where it is not known */
static int carry(const double pose[COORDINATES], const double *X, const double q[N], Closed *at)
{
    double from[COORDINATES], base[ROWS][DEPENDENT], phi[ROWS], done = 0.0, stride = 1.0;
    int i, k, attempt;
    for (i = 0; i < COORDINATES; i++)
        from[i] = at->q[i] = pose[i];
    if (ROWS > DEPENDENT) { /* J of the pose */
        place_all(at);
        closure(&at->world, at->q, phi, at->Q.A);
        keep_dependent(at->Q.A, base);
    }
    for (attempt = 0; attempt < STEPS && done < 1.0; attempt++) {
        const double next = done + stride < 1.0 ? done + stride : 1.0;
        for (i = 0; i < COORDINATES; i++)
            at->q[i] = from[i];
        if (X && attempt == 0)
            foretell(pose, X, q, at->q);
        for (i = 0; i < N; i++)
            at->q[ACTUATED[i]] = next < 1.0 ? pose[ACTUATED[i]] + next * (q[i] - pose[ACTUATED[i]]) : q[i];
        if (newton(at) == 0 && !crossed(&at->Q, base)) {
            for (i = 0; i < COORDINATES; i++)
                from[i] = at->q[i];
            for (i = 0; i < ROWS && ROWS > DEPENDENT; i++)
                for (k = 0; k < DEPENDENT; k++)
                    base[i][k] = at->Q.J[i][k];
            done = next;
            stride *= 2.0;
        } else {
            stride *= 0.5;
        }
    }
    return done < 1.0;
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

/* Close the loops at q: from the pose of the last call, else from the home pose; G = dq/dq_actuated there */
static int close_loops(double state[STATE], const double q[N], Closed *at, double G[COORDINATES][N])
{
    double *X = state + COORDINATES, *before = X + DEPENDENT * N;
    int i, k, moved = 0;
    if (carry(state, X, q, at) != 0 && carry(HOME, 0, q, at) != 0)
        return 1;
    gains(&at->Q, G);
    for (i = 0; i < N; i++)
        moved = moved || q[i] != state[ACTUATED[i]];
    for (i = 0; i < COORDINATES; i++)
        state[i] = at->q[i];
    for (k = 0; k < DEPENDENT && moved; k++)
        for (i = 0; i < N; i++) { /* X + (X - before) / 2: half a step ahead */
            X[N * k + i] = 1.5 * G[SOLVED[k]][i] - 0.5 * before[N * k + i];
            before[N * k + i] = G[SOLVED[k]][i];
        }
    return 0;
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
    double u[3], du[3], ddu[3], d[3] = {0.0}, dd[3] = {0.0}, ddd[3] = {0.0};
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
    UNROLL
    for (i = 0; i < ROWS; i++) {
        const int ea = END_A[i], eb = END_B[i];
        if (ROW_KIND[i] == COUPLING) {
            double curve = 0.0;
            for (k = DEGREE; k > 1; k--)
                curve = curve * q[eb] + k * (k - 1) * POLYNOMIAL[i][k];
            b[i] = -curve * v[eb] * v[eb];
            continue;
        }
        rotate(world->R[ea], DIRECTION_A[i], u);
        turn_vector(w[ea], dw[ea], u, du, ddu);
        if (!SAME_POINTS[i]) {
            rotate(world->R[eb], VECTOR_B[i], d);
            turn_vector(w[eb], dw[eb], d, dd, ddd);
        }
        if (ROW_KIND[i] == TRANSLATION && !SAME_POINTS[i]) {
            double at[3], dat[3], ddat[3];
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

void @prefix@_start(double state[STATE])
{
    int i;
    for (i = 0; i < STATE; i++)
        state[i] = i < COORDINATES ? HOME[i] : 0.0;
}

int @prefix@_inverse_dynamics(@memory@double state[STATE], const double q[N], const double qd[N], const double qdd[N], double tau[N])
{
    double G[COORDINATES][N], v[COORDINATES], a[COORDINATES], f[COORDINATES], b[ROWS], x[DEPENDENT];
    Closed at;
    int k;
    if (close_loops(state, q, &at, G) != 0)
        return 1;
    spread(G, qd, v);
    spread(G, qdd, a);
    closure_bias(&at.world, state, v, b);
    solve(&at.Q, b, x); /* qdd_d = X qdd_i - A_d^-1 (dA/dt qd) */
    for (k = 0; k < DEPENDENT; k++)
        a[SOLVED[k]] -= x[k];
    newton_euler(&at.pose, v, a, GRAVITY, f);
@gears@    add_rotors(a, f);
    add_friction_forces(state, v, f);
    add_springs(state, f);
    project(G, f, tau);
    return 0;
}

int @prefix@_mass_matrix(double state[STATE], const double q[N], double M[N * N])
{
    double G[COORDINATES][N], whole[COORDINATES][COORDINATES], f[COORDINATES], column[N];
    Closed at;
    int i, j, k;
    if (close_loops(state, q, &at, G) != 0)
        return 1;
    mass_of_all_joints(&at.pose, whole);
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

int @prefix@_gravity(double state[STATE], const double q[N], double tau[N])
{
    static const double still[COORDINATES];
    double G[COORDINATES][N], f[COORDINATES];
    Closed at;
    if (close_loops(state, q, &at, G) != 0)
        return 1;
    newton_euler(&at.pose, still, still, GRAVITY, f);
@tilt@    add_springs(state, f);
    project(G, f, tau);
    return 0;
}

int @prefix@_friction(double state[STATE], const double q[N], const double qd[N], double tau[N])
{
    double G[COORDINATES][N], v[COORDINATES], f[COORDINATES];
    Closed at;
    int k;
    if (close_loops(state, q, &at, G) != 0)
        return 1;
    spread(G, qd, v);
    for (k = 0; k < COORDINATES; k++)
        f[k] = 0.0;
    add_friction_forces(state, v, f);
    project(G, f, tau);
    return 0;
}
@wind@