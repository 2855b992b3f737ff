import { Fifo } from './fifo.ts'
import type { Pending } from './pending.ts'

/** The commands that wait, each kind in the order of its arrival: those of staff apart from all others. */
export class CommandQueue {
  readonly staff = new Fifo<Pending>()
  readonly others = new Fifo<Pending>()

  get length(): number {
    return this.staff.length + this.others.length
  }

  push(pending: Pending): void {
    const queue = pending.command.actor.kind === 'staff' ? this.staff : this.others
    queue.push(pending)
  }

  /** Takes everything out. */
  drain(): Pending[] {
    return [...this.others.drain(), ...this.staff.drain()]
  }
}
