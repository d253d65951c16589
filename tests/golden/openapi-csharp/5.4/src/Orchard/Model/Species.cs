using System;
using System.Collections.Generic;

namespace Orchard.Model
{
    public enum Species
    {
        [EnumMember(Value = "apple")]
        Apple = 1,

        [EnumMember(Value = "pear")]
        Pear = 2
    }
}
