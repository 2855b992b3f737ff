// `npm test`: installs if needed, then every check. The last line counts the tests: `tests: N passed, M failed, K skipped`.
import { buildWeb } from './build-web.js'
import { bin, Checks, typesAndLint } from './checks.js'
import { install } from './install.js'

const checks = new Checks()
try {
  install()
  await checks.runTogether([
    // The longest first: it takes one core, and the others the other one.
    {
      title: 'simulation: seeds with crashes',
      args: ['packages/core/simulator/main.ts', '--seeds', '14', '--steps', '1500'],
    },
    ...typesAndLint,
    { title: 'unused files, exports and dependencies', args: [bin('knip/bin/knip.js')] },
    { title: 'imports go downwards, the core is deterministic', args: ['scripts/check-rooms.ts'] },
  ])
  await buildWeb()
  await checks.run({ title: 'size of what each page loads first', args: ['bench/src/web-size.ts'] })
  await checks.vitest('unit and property tests', ['packages', 'web'])
  await checks.vitest('integration tests: real PostgreSQL and sockets', ['server'])
  await checks.vitest('browser tests', ['browser'])
} catch (error) {
  checks.fail('set-up', error)
}
checks.end()
