/**
 * The inputs of the published test vectors. These keys are used for the vectors only. The RSA wrapping is an input
 * because RSA-OAEP is random; everything else is derived.
 */
export const vectorInputs = {
  p256: {
    public_key: `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2j4n8SmWm+doi3itpWputbyW/xFg
0dBrROmzHFr8ESA9uosUvVJ5YWGKmLrK84S394Dz+UC+LHzKVtJJ/f/HmQ==
-----END PUBLIC KEY-----
`,
    private_key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu2IJUuYlmSY76bsq
78e6WYJBrjof9eXb3a9PgCLQ6UuhRANCAATaPifxKZab52iLeK2lam61vJb/EWDR
0GtE6bMcWvwRID26ixS9UnlhYYqYusrzhLf3gPP5QL4sfMpW0kn9/8eZ
-----END PRIVATE KEY-----
`,
  },
  /** The handset's one-time key for the P-256 wrapping. */
  ephemeral: {
    private_key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLjbIYHhXjXSg1AzX
fJ76iSXwtFRkbXhWbCLPPnMwKGGhRANCAARvGH85MZ7byYcigAx28DD2W/WGgvjN
7HZiVWjT7YhGvdenBT0dIMZZ9qCGU+C0i/Xu/8sC5UQSZkWDzxc/IaSB
-----END PRIVATE KEY-----
`,
  },
  rsa: {
    public_key: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA36UKqgRzC1PxV22tdsYF
d6sA7b+FJ1VcoVNqnnnNcIAjKV3hG3kwYfGJuVVIAVjR0qn7MpPgKkdB+Bswi8D7
109Vu1pgg3h1nHUTU+ItC12Rde7jlZLWp92mbOqwdxYpmaXJH8WJCodGs7rTS95R
0uRqaTG+U85iUWc801a4fpL5OPCdQTAlxnaavV1JQZ6HDtsucH55tbCsVZKLkDaj
SufAVHRgT7jjcJjLexFoXv4c5AUfLUY2yGhuhB5jXAD5qECqLGMgw81Posx2//NB
ITTF3YdQyFfQ+Nzbh+NWMaQLYskPi7YfOBHlCQrBlbo3i/vDTfyP2bEX9gsnRI9k
CQIDAQAB
-----END PUBLIC KEY-----
`,
    private_key: `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDfpQqqBHMLU/FX
ba12xgV3qwDtv4UnVVyhU2qeec1wgCMpXeEbeTBh8Ym5VUgBWNHSqfsyk+AqR0H4
GzCLwPvXT1W7WmCDeHWcdRNT4i0LXZF17uOVktan3aZs6rB3FimZpckfxYkKh0az
utNL3lHS5GppMb5TzmJRZzzTVrh+kvk48J1BMCXGdpq9XUlBnocO2y5wfnm1sKxV
kouQNqNK58BUdGBPuONwmMt7EWhe/hzkBR8tRjbIaG6EHmNcAPmoQKosYyDDzU+i
zHb/80EhNMXdh1DIV9D43NuH41YxpAtiyQ+Lth84EeUJCsGVujeL+8NN/I/ZsRf2
CydEj2QJAgMBAAECggEAArKUbtmP466XBiVyBrE7xqY+5B8/xWovrFh7vD6e3kEF
a43Q1cp/7WaC8UPYkv+VxFM9ju4esZPbdVkqnDzvLLktwQ1FhcBxtrnoykW7olv2
EbSYdSjowuyXAdBQ4ZbYWJyZ0PLKhOB911QlEVC0rvUHXY52i789C1tR7gCpSAmL
BisYpJCSnjEOwBrgcQkFsf3+9IOMGsPJKMM+zy0ID/SREqfNvjTU5rB9HR3YGr6I
dIjwQqkZrWdm6n+mKWSfYb3GzWNmgTsABnM2N16fbruQhZeWobJW7Ztprzw9pv6J
fX2QoFpG92LyOPaLKqb17LKLPGImlLgP1xjdHlqLewKBgQD44ESPfiI3rUn4xEji
hO/tuvq9klO1N7atglWHf1Dzv8GdXcDafXB4ZYvBwmiLM2Ns+NAmQ7jEDIGawFct
qt0Jyyrus0Hnhd6+V7Ey4hJqFkccCR2SPxDECQuG51/ZvoxV7IrXgVA1OnGshJ5E
9UKKtctxVsO2Gzt6CKq8aaRvuwKBgQDmC+G2HArLXHo2Z07XI9auX3kmtDpviyC4
NgrL538chZoQbrne4C8flI8gMcqiXRus0fs7bjZi3TtoxBS4BrSbYkvM6E4cYJTx
AYRM1Y0HLjp+i6yLwxfj/NKxhdIOGp8U01SwNsvSdXoiM4nAu6EaPs0VRKhtTEHx
wHU8UBjVCwKBgG578TPahQo+jcY4LTsSVQkupr2dxjd+4kQoxht+88sh56wawNC+
Oz3XprF/wrV5PLxVwOIb0lyGSMsQdCM75SDB5u9M+Qb1MStC9tFl91LNTQgvK8eO
47yDX3CmKrEZnGdQuVpud9MJfQlfXnuyfbXiesx3/i5L7J2CV3mJVIydAoGBAJUA
4yzCkxdPifVNCtr84qPFQUKZgDQZiJLopiuWgVWnD7hPD+NVkBBDeEUhGx/5cOCK
jdDbvSxiIYXlY4ojBb6Td4d8fIOS50YHdnsR4yvgfJDUxWktb38DljDX/cuW4K1r
iLIue+yQnRAkE7ibj2jhfpKlCvboato8j3MGal8rAoGABPs49esi33mTAg9U1sJw
zk1dJ7Lglg2Qm6w9yVHsSp8ROFN/dRHdULZyDEO7AmMpDYx4ucf/TAIOQIL+6ksZ
+TBm2QQQI8aqqMOdui/SgyfKfcLmNDRyUP8nr3rbdagsQBm8VUip5YczSIkamq4D
I8qNZKv2oSxNepBGoRpFIa0=
-----END PRIVATE KEY-----
`,
    dek: 'e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff',
    encrypted_dek:
      'AQLWJvglBIGOmpT-bhq3n8JwCPMSd2xjD6OMIGZmezuVXe7byWK1uUlbsi4C9SoMjPdNz4SRJf2_PBU9H8Bk0S8RmU4jW-pf6VVTG21G31taCEXzxs2ZiZn4ZEG4ow3LsPXvyHYBIKEv98QPvObXtGlq6H2tm7gqdHXl4CiP110FETzjc4MLB34SkSFm7Jai-N5sziEWAuKcNy9vQUdRGkwwV7bjgwKC0Tkx31iE_dqmDhCofc6YcPwI65c9949ENmnUBINa5EypcE6JKSicadWdcGPU0eldAsziF8o8Ov5ZeJaEAAaFr3GTv0umrLegkrtGT3d8IlnO92ZiIqnmx-iV',
  },
  recording: {
    payload_reference: '01JD3Q6Z8M4T2V9XK5N7R1B0WA',
    payload_type: 'Call',
    device_reference: 'R58N12ABCDE',
    dek: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    iv: 'a0a1a2a3a4a5a6',
  },
  /** Content of each size: byte number i is i modulo 251. */
  sizes: [0, 1, 16, 65_535, 65_536, 65_537, 131_072, 200_000],
  enrolment: {
    enrolment_secret: 'QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl8',
    client: 'acme',
    device_reference: 'R58N12ABCDE',
    ulid: '01JD3Q6Z8M4T2V9XK5N7R1B0WA',
    nonce: '101112131415161718191a1b',
  },
}
