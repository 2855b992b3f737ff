import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects all garbage, for tests of what is held. */
export const collect = runInNewContext('gc') as () => void
