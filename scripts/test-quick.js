// `npm run test:quick`: the checks that a change needs, since the branch left main or else since the last commit.
import { execFileSync } from 'node:child_process'
import { Checks } from './checks.js'
import { checksOf } from './checks-of.js'
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

/** Files that differ from a commit and still exist, those that git does not track yet too. */
const changedSince = (commit) => [
  ...new Set(
    [git('diff', '--name-only', '--diff-filter=d', commit), git('ls-files', '--others', '--exclude-standard')]
      .flatMap((lines) => lines.split('\n'))
      .filter(Boolean),
  ),
]

const checks = new Checks()
try {
  install()
  const since = beforeTheWork()
  if (since === null) throw new Error('git knows no commit to compare with: run npm test')
  await checks.runTogether(checksOf(changedSince(since), since))
} catch (error) {
  checks.fail('set-up', error)
}
checks.end()
