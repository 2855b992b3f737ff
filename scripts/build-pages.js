// Builds what is stale of the members' web app and the console, for an image.
import { buildWeb } from './build-web.js'

await buildWeb()
