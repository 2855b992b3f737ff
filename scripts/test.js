// `npm test`: installs if needed, then every check in order. The last line counts the tests: `tests: N passed, M failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildWeb } from './build-web.js'
import { install, root } from './install.js'
import { pinnedNode } from './run.js'

const bin = (path) => join(root, 'node_modules', path)
const reports = mkdtempSync(join(tmpdir(), 'maru-test-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const failedTests = []

/** Runs one check under the pinned Node.js; a failed one does not stop the others, so that one run shows all. */
function check(title, args, env = {}) {
  console.log(`\n• ${title}`)
  const began = Date.now()
  const done = spawnSync(pinnedNode(), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  if (done.status === 0) console.log(`  ✓ ${title} (${seconds} s)`)
  else {
    failures.push(title)
    console.log(`  ✗ ${title} (${seconds} s)`)
  }
}

/** Runs Vitest projects and adds their counts. */
function vitest(title, projects) {
  const report = join(reports, `${projects.join('-')}.json`)
  check(title, [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...projects.flatMap((project) => ['--project', project]),
  ])
  if (!existsSync(report)) {
    counts.failed += 1
    return
  }
  const result = JSON.parse(readFileSync(report, 'utf8'))
  counts.passed += result.numPassedTests
  counts.failed += result.numFailedTests
  counts.skipped += result.numPendingTests
  failedTests.push(...result.testResults.flatMap(failedOf))
}

/** A file's failed tests, or the file itself where it could not be loaded, each with why: a long log is read from its end. */
function failedOf({ name, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return message ? [`${file}\n${message}`] : []
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`)
}

try {
  install()
  check('types: server and packages', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.json'])
  check('types: web', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'apps/web/tsconfig.json'])
  check('lint', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'])
  check('unused files, exports and dependencies', [bin('knip/bin/knip.js')])
  check('imports go downwards, the core is deterministic', ['scripts/check-rooms.ts'])
  await buildWeb()
  check('size of what each page loads first', ['bench/src/web-size.ts'])
  vitest('unit and property tests', ['packages', 'web'])
  check('simulation: seeds with crashes', ['packages/core/simulator/main.ts', '--seeds', '14', '--steps', '1500'])
  vitest('integration tests: real PostgreSQL and sockets', ['server'])
  vitest('browser tests', ['browser'])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  failures.push('set-up')
} finally {
  rmSync(reports, { recursive: true, force: true })
}

for (const test of failedTests) console.log(`\n✗ ${test}`)
if (failures.length > 0) console.log(`\nFailed: ${failures.join(' · ')}`)
console.log(
  `\ntests: ${counts.passed} passed, ${Math.max(counts.failed, failures.length > 0 ? 1 : 0)} failed, ${counts.skipped} skipped`,
)
process.exitCode = failures.length > 0 || counts.passed === 0 ? 1 : 0
