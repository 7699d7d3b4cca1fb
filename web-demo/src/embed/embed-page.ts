/** The page on embedding: live elements, with the HTML of each. */

import '../../styles/embed.css';
import '../../../js/elements/public.js';
import './copy-block.js';
import './embed-examples.js';
import './embed-maker.js';
