
/* tau_m = preload + Gm x,   Gm' Gm x = tau - Gm' preload,   Gm the motors' rows of G */
int @prefix@_motor_torques(double state[STATE], const double q[N], const double tau[N], const double preload[MOTORS], double tau_m[MOTORS])
{
    double G[COORDINATES][N], L[N][N], x[N];
    Closed at;
    int i, j, k;
    if (close_loops(state, q, &at, G) != 0)
        return 1;
    for (i = 0; i < N; i++) {
        x[i] = tau[i];
        for (k = 0; k < MOTORS; k++)
            x[i] -= G[MOTOR[k]][i] * preload[k];
    }
    for (j = 0; j < N; j++) { /* Cholesky: the motors among the independent coordinates make it regular */
        for (i = j; i < N; i++) {
            double sum = 0.0;
            for (k = 0; k < MOTORS; k++)
                sum += G[MOTOR[k]][i] * G[MOTOR[k]][j];
            for (k = 0; k < j; k++)
                sum -= L[i][k] * L[j][k];
            L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
        }
    }
    for (i = 0; i < N; i++) {
        for (k = 0; k < i; k++)
            x[i] -= L[i][k] * x[k];
        x[i] /= L[i][i];
    }
    for (i = N - 1; i >= 0; i--) {
        for (k = i + 1; k < N; k++)
            x[i] -= L[k][i] * x[k];
        x[i] /= L[i][i];
    }
    for (k = 0; k < MOTORS; k++) {
        tau_m[k] = preload[k];
        for (i = 0; i < N; i++)
            tau_m[k] += G[MOTOR[k]][i] * x[i];
    }
    return 0;
}
