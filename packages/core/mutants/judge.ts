// Runs tests until one notices a mutation: `judge.ts <name> units` runs the short tests, nearest to the mutated file
// first; `judge.ts <name> rest` the long ones, then the simulator. The mutation is applied as Node.js loads the file; no file is
// changed. Prints the outcome as one line of JSON. Without a name nothing is mutated, so no test may fail.
import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Book, Job, Outcome } from '../simulator/runs.ts'
import { mutations } from './list/index.ts'
import { mutate, nameOf } from './mutation.ts'
import type { Found } from './shim.ts'

const root = resolve(import.meta.dirname, '../../..')
const [, , name, stage] = process.argv
const mutation = mutations.find((one) => nameOf(one) === name) ?? null
const mutated = mutation && pathToFileURL(join(root, mutation.file)).href
const shim = new URL('./shim.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vitest' && context.parentURL !== shim && !context.parentURL?.includes('/node_modules/')
      ? { url: shim, shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    const loaded = next(url, context)
    if (mutation === null || url !== mutated) return loaded
    const text =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source as Uint8Array)
    return { ...loaded, source: mutate(text, mutation) }
  },
})

/** What a change of a folder can be noticed by, with how many seeds and steps. */
const plays: readonly {
  readonly book: Book
  readonly folders: readonly string[]
  readonly seeds: number
  readonly steps: number
}[] = [
  { book: 'rounds', folders: ['rounds'], seeds: 4, steps: 1_200 },
  { book: 'futures', folders: ['futures'], seeds: 6, steps: 3_000 },
  { book: 'oversea', folders: ['oversea'], seeds: 6, steps: 3_000 },
  { book: 'money', folders: ['money', 'risk-groups'], seeds: 8, steps: 1_500 },
  { book: 'copies', folders: ['copies'], seeds: 6, steps: 2_500 },
  { book: 'together', folders: ['rounds', 'futures', 'oversea', 'money', 'risk-groups'], seeds: 2, steps: 1_000 },
]

const noticed = (await testsNotice()) ?? (stage === 'rest' ? await simulatorNotices() : null)
console.log(JSON.stringify(noticed ?? { by: 'nothing', what: '' }))
process.exit(0)

/** A test that fails with the change, or null. */
async function testsNotice() {
  const { takeTests } = (await import(shim)) as { takeTests: () => Found[] }
  for (const file of testFiles()) {
    try {
      await import(pathToFileURL(join(root, file)).href)
      for (const { name, body } of takeTests()) {
        try {
          await body()
        } catch {
          return { by: 'tests', what: `${file}: ${name}` }
        }
      }
    } catch {
      return { by: 'tests', what: `${file} cannot be loaded` }
    }
  }
  return null
}

/** Those of the stage: of its folder first, then of its package, then the others. */
function testFiles(): string[] {
  const near = dirname(mutation?.file ?? '')
  const own = near.split('/').slice(0, 2).join('/')
  const rank = (file: string) => (dirname(file) === near ? 0 : file.startsWith(own) ? 1 : 2)
  const isLong = (file: string) =>
    /property|trigger-index/.test(file) || (rank(file) > 0 && /guards|losscut|exposure/.test(file))
  return globSync('packages/{core,positions}/src/**/*.test.ts', { cwd: root })
    .filter((file) => isLong(file) === (stage === 'rest'))
    .sort()
    .sort((a, b) => rank(a) - rank(b))
}

/** A run of the simulator that fails with the change, or null. */
async function simulatorNotices() {
  const runs = fileURLToPath(new URL('../simulator/runs.ts', import.meta.url))
  const { run } = (await import(pathToFileURL(runs).href)) as { run: (job: Job) => Outcome }
  const folder = mutation?.file.split('/')[3] ?? ''
  const isOfBook = plays.some(({ folders }) => folders.includes(folder))
  for (const { book, folders, seeds, steps } of plays) {
    if (isOfBook && !folders.includes(folder)) continue
    for (let seed = 2; seed < 2 + seeds; seed++) {
      const { failure } = run({ book, seed, steps, isAlone: false })
      if (failure !== null) return { by: 'simulator', what: `${book}, seed ${seed}: ${failure.split('\n')[0]}` }
    }
  }
  return null
}
