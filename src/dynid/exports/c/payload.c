
/* ---- what the robot carries, sample by sample ---- */

/* W = d tau / d theta: the columns of the base parameters */
static void base_columns(const double x[N], const double v[N], const double a[N], double W[N][THETAS])
{
    static const double units[10][10] = {
        {1.0}, {0.0, 1.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 0.0, 1.0},
        {0.0, 0.0, 0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0},
        {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0},
    };
    Pose pose;
    Moving by;
    int i, j, k, p;
    for (i = 0; i < N; i++)
        for (k = 0; k < THETAS; k++)
            W[i][k] = 0.0;
    place_bodies(x, &pose);
    move_bodies(&pose, v, a, GRAVITY, &by);
    for (i = 0; i < BODIES; i++)
        for (p = 0; p < 10; p++) {
            const int column = GROUP[i] < 0 ? -1 : BASE_COLUMN[GROUP[i]][p];
            double F[3], T[3], up[3], turn[3];
            if (column < 0)
                continue;
            wrench_of(&by, i, units[p], F, T);
            for (j = i; j != GROUND; j = PARENT[j]) {
                if (KIND[j] != FIXED)
                    W[ROW_OF[COORDINATE[j]]][column] += dot(AXIS[j], KIND[j] == REVOLUTE ? T : F);
                rotate(pose.R[j], F, up);
                rotate(pose.R[j], T, turn);
                add_cross(pose.r[j], up, turn);
                for (k = 0; k < 3; k++) {
                    F[k] = up[k];
                    T[k] = turn[k];
                }
            }
        }
    effect_columns(x, v, a, W);
}

/* G = (S N S + 1)^-1 by Cholesky, S the spreads */
static void invert(double sums[UNKNOWNS][UNKNOWNS], double G[UNKNOWNS][UNKNOWNS])
{
    double L[UNKNOWNS][UNKNOWNS];
    int i, j, k;
    for (i = 0; i < UNKNOWNS; i++)
        for (j = 0; j <= i; j++) {
            double s = SPREAD[i] * sums[i][j] * SPREAD[j] + (i == j ? 1.0 : 0.0);
            for (k = 0; k < j; k++)
                s -= L[i][k] * L[j][k];
            L[i][j] = i == j ? sqrt(s) : s / L[j][j];
        }
    for (j = 0; j < UNKNOWNS; j++) { /* L <- L^-1, column by column */
        L[j][j] = 1.0 / L[j][j];
        for (i = j + 1; i < UNKNOWNS; i++) {
            double s = 0.0;
            for (k = j; k < i; k++)
                s -= L[i][k] * L[k][j];
            L[i][j] = s / L[i][i];
        }
    }
    for (i = 0; i < UNKNOWNS; i++)
        for (j = 0; j <= i; j++) {
            double s = 0.0;
            for (k = i; k < UNKNOWNS; k++)
                s += L[k][i] * L[k][j];
            G[i][j] = G[j][i] = SPREAD[i] * s * SPREAD[j];
        }
}

void @prefix@_payload_restart(@prefix@_payload *s)
{
    int i, k;
    for (i = 0; i < UNKNOWNS; i++) {
        s->z[i] = s->x[i] = 0.0;
        for (k = 0; k < UNKNOWNS; k++) {
            s->sums[i][k] = 0.0;
            s->G[i][k] = i == k ? SPREAD[i] * SPREAD[i] : 0.0;
        }
        for (k = 0; k < THETAS; k++)
            s->X[i][k] = 0.0;
    }
    s->rows = s->in_touch = s->contact = 0;
}

static void forget(@prefix@_payload *s)
{
    int i, k;
    s->filled = s->next = s->in_row = 0;
    for (i = 0; i < N; i++) {
        s->torque[i] = 0.0;
        s->slowest[i] = HUGE_VAL;
        for (k = 0; k < THETAS; k++)
            s->W[i][k] = 0.0;
    }
}

void @prefix@_payload_start(@prefix@_payload *s)
{
    int i;
    s->contacts = s->restarts = 0;
    for (i = 0; i < N; i++) {
        s->fastest[i] = 0.0;
        s->variance[i] = DEVIATION[i] * DEVIATION[i];
    }
    @prefix@_payload_restart(s);
    forget(s);
}

/* A row: W and r = tau - W theta, means over its samples, and which joints move enough */
static void weigh(@prefix@_payload *s, double r[N], const int use[N])
{
    double g[N][UNKNOWNS], u[N], largest = 0.0;
    int i, j, k, any = 0;
    for (i = 0; i < N; i++) {
        double e = r[i], size = s->variance[i];
        for (j = 0; j < UNKNOWNS; j++)
            g[i][j] = 0.0;
        u[i] = 0.0;
        if (!use[i])
            continue;
        any = 1;
        for (k = 0; k < THETAS; k++)
            if (s->W[i][k] != 0.0)
                for (j = 0; j < UNKNOWNS; j++)
                    g[i][j] += s->W[i][k] * TO_THETA[k][j];
        for (j = 0; j < UNKNOWNS; j++) {
            double Gg = 0.0;
            if (g[i][j] == 0.0)
                continue;
            for (k = 0; k < UNKNOWNS; k++)
                Gg += s->G[j][k] * g[i][k];
            size += g[i][j] * Gg;
            e -= g[i][j] * s->x[j];
        }
        u[i] = fabs(e) / sqrt(size);
        largest = u[i] > largest ? u[i] : largest;
    }
    if (!any)
        return;
    s->contact = largest > CONTACT;
    if (s->contact) {
        s->contacts++;
        s->in_touch++;
        if (s->in_touch * STEP > LASTS * RATE) {
            s->restarts++;
            @prefix@_payload_restart(s);
        }
        return;
    }
    s->in_touch = 0;
    for (i = 0; i < N; i++) {
        const double clipped = u[i] < HUBER ? u[i] : HUBER, least = DEVIATION[i] * DEVIATION[i];
        double weight;
        if (!use[i])
            continue;
        s->variance[i] *= 1.0 + (clipped * clipped - 1.0) / FOLLOWS;
        s->variance[i] = s->variance[i] > least ? s->variance[i] : least;
        weight = (u[i] > HUBER ? HUBER / u[i] : 1.0) / (COLOUR[i] * s->variance[i]);
        for (j = 0; j < UNKNOWNS; j++) {
            const double weighted = weight * g[i][j];
            if (weighted == 0.0)
                continue;
            s->z[j] += weighted * r[i];
            for (k = 0; k < UNKNOWNS; k++)
                s->sums[j][k] += weighted * g[i][k];
            for (k = 0; k < THETAS; k++)
                s->X[j][k] += weighted * s->W[i][k];
        }
    }
    s->rows++;
    if (s->rows % SOLVE == 0) {
        invert(s->sums, s->G);
        for (j = 0; j < UNKNOWNS; j++) {
            s->x[j] = 0.0;
            for (k = 0; k < UNKNOWNS; k++)
                s->x[j] += s->G[j][k] * s->z[k];
        }
    }
}

void @prefix@_payload_push_motion(@prefix@_payload *s, const double q[N], const double qd[N], const double qdd[N],
                                  const double tau[N])
{
    double W[N][THETAS], x[N], v[N], a[N], r[N];
    int use[N], i, k;
    for (i = 0; i < N; i++) {
        x[ACTUATED[i]] = q[i];
        v[ACTUATED[i]] = qd[i];
        a[ACTUATED[i]] = qdd[i];
    }
    base_columns(x, v, a, W);
    for (i = 0; i < N; i++) {
        const double speed = fabs(qd[i]);
        s->torque[i] += tau[i];
        s->slowest[i] = speed < s->slowest[i] ? speed : s->slowest[i];
        s->fastest[i] = speed > s->fastest[i] ? speed : s->fastest[i];
        for (k = 0; k < THETAS; k++)
            s->W[i][k] += W[i][k];
    }
    if (++s->in_row < STEP)
        return;
    for (i = 0; i < N; i++) {
        const double part = SLOW * s->fastest[i], slow = part > SLOWEST ? part : SLOWEST;
        use[i] = !STICKS[i] || s->slowest[i] >= slow;
        r[i] = s->torque[i] / STEP;
        for (k = 0; k < THETAS; k++) {
            s->W[i][k] /= STEP;
            r[i] -= s->W[i][k] * THETA[k];
        }
    }
    weigh(s, r, use);
    s->in_row = 0;
    for (i = 0; i < N; i++) {
        s->torque[i] = 0.0;
        s->slowest[i] = HUGE_VAL;
        for (k = 0; k < THETAS; k++)
            s->W[i][k] = 0.0;
    }
}

void @prefix@_payload_push(@prefix@_payload *s, const double q[N], const double tau[N])
{
    double motion[3][N];
    int d, i, k, at;
    for (i = 0; i < N; i++) {
        s->window[s->next][i] = q[i];
        s->torques[s->next][i] = tau[i];
    }
    s->next = s->next + 1 < WINDOW ? s->next + 1 : 0;
    s->filled = s->filled < WINDOW ? s->filled + 1 : WINDOW;
    if (s->filled < WINDOW)
        return;
    for (d = 0; d < 3; d++) {
        for (i = 0; i < N; i++)
            motion[d][i] = 0.0;
        for (k = 0, at = s->next; k < WINDOW; k++, at = at + 1 < WINDOW ? at + 1 : 0)
            for (i = 0; i < N; i++)
                motion[d][i] += KERNEL[d][k] * s->window[at][i];
    }
    at = s->next + WINDOW / 2;
    @prefix@_payload_push_motion(s, motion[0], motion[1], motion[2], s->torques[at < WINDOW ? at : at - WINDOW]);
}

/* Eigenvalues at least `least` of the largest: Jacobi's rotations of a symmetric 3 x 3 matrix, in a fixed number */
static void lift(double S[3][3], double mass)
{
    double V[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, value[3], least;
    int sweep, i, j, k;
    for (sweep = 0; sweep < 12; sweep++)
        for (i = 0; i < 2; i++)
            for (j = i + 1; j < 3; j++) {
                const double half = 0.5 * (S[j][j] - S[i][i]), off = S[i][j];
                double t, c, n;
                if (off == 0.0)
                    continue;
                t = off / (half + (half >= 0.0 ? 1.0 : -1.0) * sqrt(half * half + off * off));
                c = 1.0 / sqrt(1.0 + t * t);
                n = t * c;
                for (k = 0; k < 3; k++) {
                    const double p = S[k][i], q = S[k][j];
                    S[k][i] = c * p - n * q;
                    S[k][j] = n * p + c * q;
                }
                for (k = 0; k < 3; k++) {
                    const double p = S[i][k], q = S[j][k], a = V[k][i], b = V[k][j];
                    S[i][k] = c * p - n * q;
                    S[j][k] = n * p + c * q;
                    V[k][i] = c * a - n * b;
                    V[k][j] = n * a + c * b;
                }
            }
    least = mass * THIN;
    for (k = 0; k < 3; k++)
        least = S[k][k] > least ? S[k][k] : least;
    least *= THIN;
    for (k = 0; k < 3; k++)
        value[k] = S[k][k] > least ? S[k][k] : least;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) {
            S[i][j] = 0.0;
            for (k = 0; k < 3; k++)
                S[i][j] += V[i][k] * value[k] * V[j][k];
        }
}

/* Inertia about the centre of mass of a possible body, I = tr(S) 1 - S, S = Sigma - h h' / m */
static void inertia_of(const double phi[10], double mass, const double com[3], double inertia[6])
{
    static const int AT[6][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}};
    const double half = 0.5 * (phi[4] + phi[6] + phi[9]);
    double S[3][3], trace;
    int k;
    for (k = 0; k < 6; k++) {
        const int i = AT[k][0], j = AT[k][1];
        S[i][j] = S[j][i] = (i == j ? half : 0.0) - phi[4 + k] - mass * com[i] * com[j];
    }
    lift(S, mass);
    trace = S[0][0] + S[1][1] + S[2][2];
    for (k = 0; k < 6; k++)
        inertia[k] = (k == 0 || k == 2 || k == 5 ? trace : 0.0) - S[AT[k][0]][AT[k][1]];
}

int @prefix@_payload_value(@prefix@_payload *s, @prefix@_load *load)
{
    double G[UNKNOWNS][UNKNOWNS], phi[10], J[4][4] = {{1.0}}, U[4][UNKNOWNS], Y[4][THETAS];
    int i, j, k;
    if (s->rows == 0)
        return 1;
    invert(s->sums, G);
    for (j = 0; j < 10; j++) {
        phi[j] = 0.0;
        for (k = 0; k < UNKNOWNS; k++)
            phi[j] += G[j][k] * s->z[k];
    }
    load->mass = phi[0] < LIGHTEST ? LIGHTEST : phi[0];
    for (k = 0; k < 3; k++) {
        load->com[k] = phi[0] < LIGHTEST ? 0.0 : phi[1 + k] / phi[0];
        J[1 + k][0] = -load->com[k] / load->mass;
        J[1 + k][1 + k] = 1.0 / load->mass;
    }
    inertia_of(phi, load->mass, load->com, load->inertia);
    /* variances of J G J' and of the empty robot, U X C X' U' with U = J G */
    for (i = 0; i < 4; i++) {
        double variance = 0.0, low, high;
        const double value = i == 0 ? load->mass : load->com[i - 1], middle = i == 0 ? phi[0] : value;
        for (k = 0; k < UNKNOWNS; k++) {
            U[i][k] = 0.0;
            for (j = 0; j < 4; j++)
                U[i][k] += J[i][j] * G[j][k];
        }
        for (j = 0; j < 4; j++)
            variance += U[i][j] * J[i][j];
        for (k = 0; k < THETAS; k++)
            Y[i][k] = 0.0;
        for (j = 0; j < UNKNOWNS; j++)
            for (k = 0; k < THETAS; k++)
                Y[i][k] += U[i][j] * s->X[j][k];
        for (j = 0; j < THETAS; j++) {
            double CY = 0.0;
            for (k = 0; k < THETAS; k++)
                CY += COVARIANCE[j][k] * Y[i][k];
            variance += Y[i][j] * CY;
        }
        load->deviation[i] = sqrt(variance > 0.0 ? variance : 0.0);
        low = middle - QUANTILE * load->deviation[i];
        high = middle + QUANTILE * load->deviation[i];
        low = low < value ? low : value;
        load->low[i] = i == 0 && low < 0.0 ? 0.0 : low;
        load->high[i] = high > value ? high : value;
    }
    load->contact = s->contact;
    return 0;
}
