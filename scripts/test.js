// `npm test`: installs if needed, then every check. The last line counts the tests: `tests: N passed, M failed, K skipped`.
import { buildWeb } from './build-web.js'
import { allTypes, Checks, lint, structure } from './checks.js'
import { install } from './install.js'
import { bin, vitestCheck } from './run-check.js'

const checks = new Checks()
try {
  install()
  await buildWeb()
  // The longest first; each of these two keeps all cores busy.
  await checks.run(vitestCheck('browser tests', ['browser']))
  await checks.run(vitestCheck('integration tests: real PostgreSQL and sockets', ['server']))
  await checks.runTogether([
    {
      title: 'simulation: seeds with crashes',
      args: ['packages/core/simulator/main.ts', '--seeds', '14', '--steps', '1500'],
    },
    vitestCheck('unit and property tests', ['packages', 'web']),
    vitestCheck('component tests', ['components']),
    ...allTypes,
    lint('.'),
    structure,
    { title: 'unused files, exports and dependencies', args: [bin('knip/bin/knip.js')] },
    { title: 'size of what each page loads first', args: ['bench/src/web-size.ts'] },
  ])
} catch (error) {
  checks.fail('set-up', error)
}
checks.end()
