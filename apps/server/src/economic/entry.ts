/** What an entry says, before it is checked; what it lacks is empty. */
export interface Entry {
  readonly line: number
  readonly name: unknown
  /** A time with its offset. */
  readonly at: unknown
  readonly country: unknown
  readonly importance: unknown
  readonly previous: unknown
  readonly forecast: unknown
  readonly actual: unknown
}
