//! Which addresses lie on the public internet: all but those of IANA's registries of special-purpose addresses
//! (RFC 6890) and what carries one of them inside.

use std::net::IpAddr;
use std::sync::OnceLock;

use ipnet::IpNet;

/// Ranges that are not, or may not be, on the public internet.
const SPECIAL: &[&str] = &[
    "0.0.0.0/8",         // this network
    "10.0.0.0/8",        // private
    "100.64.0.0/10",     // shared by carriers
    "127.0.0.0/8",       // the machine itself
    "169.254.0.0/16",    // the link, and the metadata of clouds
    "172.16.0.0/12",     // private
    "192.0.0.0/24",      // protocol assignments
    "192.0.2.0/24",      // documentation
    "192.31.196.0/24",   // AS112
    "192.52.193.0/24",   // AMT
    "192.88.99.0/24",    // relays of 6to4
    "192.168.0.0/16",    // private
    "192.175.48.0/24",   // AS112
    "198.18.0.0/15",     // benchmarks
    "198.51.100.0/24",   // documentation
    "203.0.113.0/24",    // documentation
    "224.0.0.0/3",       // multicast, reserved, broadcast
    "::/3",              // unspecified, the machine itself, mapped and translated IPv4, and what is reserved
    "2001::/23",         // protocol assignments, Teredo among them
    "2001:db8::/32",     // documentation
    "2002::/16",         // 6to4, with an IPv4 address inside
    "2620:4f:8000::/48", // AS112
    "3fff::/20",         // documentation
    "4000::/2",          // reserved
    "8000::/1",          // reserved, private, link-local, multicast
];

/// Whether an address lies on the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    static NETS: OnceLock<Vec<IpNet>> = OnceLock::new();
    let nets = NETS.get_or_init(|| SPECIAL.iter().filter_map(|text| text.parse().ok()).collect());
    let address = address.to_canonical();
    nets.len() == SPECIAL.len() && !nets.iter().any(|net| net.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_are_told_from_all_others() {
        for public in
            ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for other in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.31.255.255",
            "192.168.1.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::ffff:1.1.1.1.".trim_end_matches('.'),
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:0:1::1",
            "fe80::1",
            "fd12::1",
            "ff02::1",
        ] {
            let address: IpAddr = other.parse().unwrap();
            assert_eq!(is_public(address), other == "::ffff:1.1.1.1", "{other}");
        }
    }
}
