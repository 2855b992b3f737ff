/** Opens the live channel; it follows the session from then on. */
export function startLive() {}
