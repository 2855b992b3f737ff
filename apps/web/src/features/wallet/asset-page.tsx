/** Placeholder until the feature lands. */
export default function AssetPage() {
  return <main />
}
