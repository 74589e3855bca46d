import { installDataLoader } from "./load-data.js";

installDataLoader();
