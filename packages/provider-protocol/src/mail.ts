/** Names in a mail to somebody of the house (`staff`) whom it is for: the sandbox shows such a mail on its own machine alone. */
export const audienceHeader = 'X-Maru-Audience'
