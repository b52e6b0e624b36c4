"""What may be taken along of a finished session: pictures, lists, the way to other apps."""
