package @Prefix@ "Dynamics of the robot @robot@, by dynid @version@"
  constant Integer n = @N@ "Number of independent coordinates: @order@";

  function inverseDynamics "tau = M(q) qdd + C(q, qd) qd + gravity(q) + friction(qd)"
    input Real q[n] "rad or m";
    input Real qd[n];
    input Real qdd[n];
    output Real tau[n] "Nm or N";
    external "C" @prefix@_modelica(q, qd, qdd, tau)
      annotation (
        Include = "#include \"@prefix@_modelica.c\"",
        IncludeDirectory = "modelica://@Prefix@");
  end inverseDynamics;
end @Prefix@;
