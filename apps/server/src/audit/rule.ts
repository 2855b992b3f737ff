/** Its query returns what breaks the rule, and nothing of a sound house. */
export type NamedQuery = readonly [name: string, query: string]

/** The rows of a table that are read, by the column of their time. */
export type Read = (table: string, time: string) => string
