/** Where an upstream listens. */
export interface UpstreamAddress {
  /** A name or an IP address, lower case. */
  readonly host: string;
  readonly port: number;
  /** Undefined for a connection that anyone on the way can read and change. */
  readonly tls: UpstreamTls | undefined;
}

/** How a certificate is judged: by its fingerprint where one is given, else as browsers do. */
export interface UpstreamTls {
  /** SHA-256 of the certificate, 64 hexadecimal digits in lower case. */
  readonly fingerprint?: string;
  /** Certificates in PEM that are trusted instead of the public ones. */
  readonly ca?: string;
}
