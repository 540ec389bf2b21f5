/** Where a bucket is and how to access it. */
export interface S3Address {
  bucket: string
  region: string
  /** Absent: AWS. */
  endpoint?: string
  /** Whether the bucket is in the path instead of the host name, as most stores other than AWS require. */
  pathStyle: boolean
  /** Absent: the AWS default chain (environment, profile, web identity, instance). */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

const knownSettings = ['endpoint', 'region', 'path_style']

/** `s3://[key:secret@]bucket?endpoint=…&region=…&path_style=true`. Throws one line that never repeats the URL. */
export const readS3Address = (text: string): S3Address => {
  if (!URL.canParse(text)) throw new Error('OBJECTS_URL: not a valid s3: address')
  const url = new URL(text)
  const unknown = [...url.searchParams.keys()].find((name) => !knownSettings.includes(name))
  if (unknown !== undefined) throw new Error(`OBJECTS_URL: unknown setting ${unknown}`)
  if (!url.hostname || !['', '/'].includes(url.pathname)) throw new Error('OBJECTS_URL: s3://<bucket> and no path')
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:\/\//.test(endpoint)) throw new Error('OBJECTS_URL: endpoint must be http(s)://')
  return {
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    pathStyle: url.searchParams.get('path_style') === 'true',
    ...(endpoint === null ? {} : { endpoint }),
    ...(url.username === ''
      ? {}
      : {
          credentials: {
            accessKeyId: decodeURIComponent(url.username),
            secretAccessKey: decodeURIComponent(url.password),
          },
        }),
  }
}
