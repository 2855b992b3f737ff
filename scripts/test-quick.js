// `npm run test:quick`: types, lint, and the unit tests of what changed since the branch left main, or else since the last commit.
import { execFileSync } from 'node:child_process'
import { Checks, typesAndLint } from './checks.js'
import { install, root } from './install.js'

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The commit that the work began at; null where git does not know one. */
function beforeTheWork() {
  const head = tried(() => git('rev-parse', 'HEAD'))
  const left = tried(() => git('merge-base', 'HEAD', 'origin/main')) ?? tried(() => git('merge-base', 'HEAD', 'main'))
  if (left !== null && left !== head) return left
  const isClean = tried(() => git('status', '--porcelain')) === ''
  return isClean ? tried(() => git('rev-parse', 'HEAD~1')) : head
}

function tried(ask) {
  try {
    return ask()
  } catch {
    return null
  }
}

const checks = new Checks()
try {
  install()
  await checks.runTogether(typesAndLint)
  const since = beforeTheWork()
  const changed = since === null ? [] : [`--changed=${since}`, '--passWithNoTests']
  await checks.vitest('unit and property tests of what changed', ['packages', 'web'], changed)
} catch (error) {
  checks.fail('set-up', error)
}
checks.end()
