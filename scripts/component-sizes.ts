// How long components are, as scripts/check-rooms.ts holds it. (The linter's own rules do not count the lines of JSX.)

const mostOfFile = 149
const mostOfDeclaration = 120

const components = /^(apps\/(web|console)|packages\/ui)\/src\/.*(?<!\.test)\.tsx$/

/** What is too long in a file of components, `path` from the root of the repository; nothing for other files. */
export function sizeFaults(path: string, text: string): string[] {
  if (!components.test(path)) return []
  const lines = text.trimEnd().split('\n')
  const long = declarationsIn(lines).filter(({ length }) => length > mostOfDeclaration)
  return [
    ...(lines.length > mostOfFile ? [`${path}: ${lines.length} lines, more than ${mostOfFile}`] : []),
    ...long.map(({ name, length }) => `${path}: ${name} has ${length} lines, more than ${mostOfDeclaration}`),
  ]
}

/** The declarations of a formatted module: each begins at the margin, and ends there. */
function declarationsIn(lines: readonly string[]): { name: string; length: number }[] {
  return lines.flatMap((line, from) => {
    const name = /^(?:export )?(?:default )?(?:async )?(?:function|const) (\w+)/.exec(line)?.[1]
    if (name === undefined) return []
    // A signature of several lines comes back to the margin with `}: Props) {`.
    const ends = (other: string, at: number) => (at === from || /^[})\]]/.test(other)) && !/[{([=>,]$/.test(other)
    const length = lines.slice(from).findIndex((other, at) => ends(other, from + at)) + 1
    return [{ name, length }]
  })
}
