/** Placeholder until the feature lands. */
export default function EvidencePage() {
  return <main />
}
