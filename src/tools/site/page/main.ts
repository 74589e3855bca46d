import { installCopying } from "./copy.js";
import { installFields } from "./fields.js";
import { installDataLoader } from "./load-data.js";
import { installPrinting } from "./printing.js";
import { installSearch } from "./search.js";

document.documentElement.classList.add("scripted");
installDataLoader();
installSearch();
installFields();
installCopying();
installPrinting();
