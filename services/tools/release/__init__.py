"""What a release is made of: wheel and source, labelled; bill of materials, licences, sums."""
