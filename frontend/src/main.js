/*! The page of dynid's reports and of its studio. Apache-2.0. Made of frontend/src: see frontend/README.md. */
import { enliven, forPaper } from "./report.js";
import { studio } from "./studio/studio.js";

forPaper();
if (document.body.dataset.studio) studio(document.body.dataset.studio);
else enliven(document);
