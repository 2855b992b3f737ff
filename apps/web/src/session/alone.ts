/** Runs a task while no other tab of this origin runs one of the same name; without the Web Locks API (insecure origins) a tab is alone with itself. */
export const alone = <T>(name: string, task: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`maru:${name}`, task) : task()
