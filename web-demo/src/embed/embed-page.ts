/** The page on embedding: one live element, with its HTML. */

import '../../styles/embed.css';
import '../../../js/elements/public.js';
import './copy-block.js';
import './embed-examples.js';
