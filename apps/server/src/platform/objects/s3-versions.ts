import { ListObjectVersionsCommand, type ListObjectVersionsCommandOutput, type S3Client } from '@aws-sdk/client-s3'

/** The pages of the versions of objects whose key begins with a prefix; the S3 client has no paginator for them. */
export async function* paginateListObjectVersions(
  client: S3Client,
  wanted: { Bucket: string; Prefix: string },
): AsyncGenerator<ListObjectVersionsCommandOutput> {
  let after: { KeyMarker?: string; VersionIdMarker?: string } = {}
  for (;;) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ ...wanted, ...after }),
    )
    yield page
    if (!page.IsTruncated || page.NextKeyMarker === undefined) return
    after = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextVersionIdMarker && { VersionIdMarker: page.NextVersionIdMarker }),
    }
  }
}
