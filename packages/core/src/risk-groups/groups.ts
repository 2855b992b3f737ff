/**
 * Members that belong together: union–find by size, in which each group's members also form a ring. To join two groups takes constant time,
 * so that no turn grows with them. What a group is does not depend on the order in which its members were joined.
 */
export class Groups {
  readonly #parents = new Map<number, number>()
  /** Of the roots of groups of two and more. */
  readonly #sizes = new Map<number, number>()
  readonly #least = new Map<number, number>()
  readonly #next = new Map<number, number>()

  /** Makes one group of two. */
  join(one: number, other: number): void {
    let [root, joined] = [this.#root(one), this.#root(other)]
    if (root === joined) return
    if (this.#size(root) < this.#size(joined)) [root, joined] = [joined, root]
    const [size, least] = [this.#size(root) + this.#size(joined), Math.min(this.idOf(root), this.idOf(joined))]
    this.#parents.set(joined, root)
    this.#sizes.set(root, size)
    this.#least.set(root, least)
    this.#sizes.delete(joined)
    this.#least.delete(joined)
    const [after, afterJoined] = [this.#after(root), this.#after(joined)]
    this.#next.set(root, afterJoined)
    this.#next.set(joined, after)
  }

  /** What names a group: the least id of its members; a member of none is one of his own. */
  idOf(member: number): number {
    const root = this.#root(member)
    return this.#least.get(root) ?? root
  }

  /** All members of a group, in order of ids; it takes time with their number. */
  membersOf(member: number): number[] {
    const members = [member]
    for (let next = this.#after(member); next !== member; next = this.#after(next)) members.push(next)
    return members.sort((a, b) => a - b)
  }

  /** Makes each of these a group of his own again: all members of one group or more, and none beside. */
  part(members: readonly number[]): void {
    for (const map of [this.#parents, this.#sizes, this.#least, this.#next])
      for (const member of members) map.delete(member)
  }

  #root(member: number): number {
    let root = member
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent
    for (let at = member; at !== root; ) {
      const parent = this.#parents.get(at)!
      this.#parents.set(at, root)
      at = parent
    }
    return root
  }

  #size(root: number): number {
    return this.#sizes.get(root) ?? 1
  }

  #after(member: number): number {
    return this.#next.get(member) ?? member
  }
}
