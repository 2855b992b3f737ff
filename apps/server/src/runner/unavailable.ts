/** The core takes no commands in this moment: it is starting, restoring, ending, or its queue is full. Answered as TRY_AGAIN_LATER. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
