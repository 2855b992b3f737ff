/** The environment of a process that a test starts: of this one's only what finds programs and loads code quickly. */
export function childEnv(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE, ...env }
}
